package io.github.ratelimited.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/** Durations as the stores count them. */
public final class Micros {

    private Micros() {}

    /** {@return a clock in microseconds since the epoch that never goes back and starts at the system's time} */
    public static LongSupplier monotonicClock() {
        long start = clock(InstantSource.system()).getAsLong();
        long startNanos = System.nanoTime();
        return () -> start + (System.nanoTime() - startNanos) / 1000;
    }

    /** {@return a clock in microseconds since the epoch that reads a source} */
    public static LongSupplier clock(InstantSource source) {
        return () -> ChronoUnit.MICROS.between(Instant.EPOCH, source.instant());
    }

    /**
     * Whole microseconds of a duration.
     *
     * @param duration at most 292,000 years
     * @return microseconds, rounded down
     */
    public static long of(Duration duration) {
        return duration.getSeconds() * 1_000_000 + duration.getNano() / 1000;
    }

    /**
     * Whole microseconds of a duration.
     *
     * @param duration at most 292,000 years
     * @return microseconds, rounded away from zero
     */
    public static long roundUp(Duration duration) {
        return duration.isNegative() ? -roundUp(duration.negated()) : of(duration.plusNanos(999));
    }

    /** {@return a duration of so many microseconds} */
    public static Duration toDuration(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1000);
    }
}
