package io.github.ratelimited.web;

import java.time.Duration;

/** Durations as HTTP writes them. */
public final class Seconds {

    private Seconds() {}

    /** Rounded up, so that a client that waits that long is not refused again. */
    static long up(Duration duration) {
        return duration.getNano() == 0 ? duration.getSeconds() : duration.getSeconds() + 1;
    }

    /** The value of {@code Retry-After}: a zero would make clients come back at once. */
    public static long retryAfter(Duration duration) {
        return Math.max(1, up(duration));
    }
}
