package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.time.ZoneOffset;

/** Limits of any algorithm. */
public final class Limits {

    private Limits() {}

    /** So many permits in so much time. By a calendar those of a minute, or where that is too short of a year. */
    public static RateLimit of(long rate, Duration interval, Algorithm algorithm) {
        if (algorithm == Algorithm.CALENDAR_WINDOW) {
            boolean fits = interval.compareTo(Duration.ofMinutes(1)) <= 0;
            return RateLimit.perCalendar(rate, fits ? CalendarUnit.MINUTE : CalendarUnit.YEAR, ZoneOffset.UTC);
        }
        return RateLimit.of(rate, interval).withAlgorithm(algorithm);
    }
}
