package io.github.ratelimited.web;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as HTTP writes them. */
public final class Seconds {

    private Seconds() {}

    /** Rounded up, so that a client that waits that long is not rejected again. */
    static long up(Duration duration) {
        return duration.getNano() == 0 ? duration.getSeconds() : duration.getSeconds() + 1;
    }

    /** Such as {@code 10 s} or {@code 0.25 s}. */
    static String words(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano(), 9))
                        .stripTrailingZeros()
                        .toPlainString()
                + " s";
    }

    /** The value of {@code Retry-After}: a zero would make clients come back at once. */
    public static long retryAfter(Duration duration) {
        return Math.max(1, up(duration));
    }
}
