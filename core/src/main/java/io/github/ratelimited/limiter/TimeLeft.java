package io.github.ratelimited.limiter;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that a caller waits at most, and how much of it is left. Safe for use by many threads. */
final class TimeLeft {

    /** 292 years, the longest that does not overflow. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** A caller that waits longer asks again then: a change of the limit can delay a turn by millions of years. */
    static final Duration LONGEST_PAUSE = Duration.ofDays(200 * 365);

    private final long timeoutNanos;
    private final LongSupplier clock;
    private final long startedAt;

    /**
     * Starts now.
     *
     * @param timeout longest wait; zero or negative never waits
     * @param clock nanoseconds of a clock that never steps
     */
    TimeLeft(Duration timeout, LongSupplier clock) {
        this.timeoutNanos = timeout.isNegative() ? 0 : (timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout).toNanos();
        this.clock = clock;
        // Who never waits does not pay for reading the clock.
        this.startedAt = timeoutNanos == 0 ? 0 : clock.getAsLong();
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    boolean isNone() {
        return timeoutNanos == 0;
    }

    Duration left() {
        return Duration.ofNanos(timeoutNanos == 0 ? 0 : Math.max(0, timeoutNanos - passedNanos()));
    }

    Duration passed() {
        return Duration.ofNanos(passedNanos());
    }

    private long passedNanos() {
        return clock.getAsLong() - startedAt;
    }
}
