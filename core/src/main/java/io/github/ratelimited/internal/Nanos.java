package io.github.ratelimited.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Durations on the clock of {@link System#nanoTime()}. A debt or a wait can be longer than the 292 years of a {@code long}.
 */
public final class Nanos {

    /** 219 years: more than two intervals can have, and so little that a moment and it add up. */
    static final long MOST = Long.MAX_VALUE / 4 * 3;

    private Nanos() {}

    /** {@return nanoseconds of a duration; 219 years at most, either way} */
    public static long of(Duration duration) {
        return Math.max(-MOST, Math.min(TimeUnit.NANOSECONDS.convert(duration), MOST));
    }
}
