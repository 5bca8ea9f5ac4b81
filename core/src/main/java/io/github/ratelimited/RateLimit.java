package io.github.ratelimited;

import java.io.Serializable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A limit: a number of permits per interval, counted by an algorithm. Immutable and safe for use by many threads. The
 * constructors throw {@link IllegalArgumentException} when a value is out of range, or when
 * {@code (burst + rate) * interval / rate} is more than 100 years.
 *
 * @param rate permits per interval, at least 1
 * @param interval length of time for which the rate counts: whole microseconds, at least one microsecond for each permit.
 *     With a calendar it is the usual length of a window, for people to read
 * @param algorithm how the limit counts
 * @param burst most permits that can be granted at once, at least 1: the size of the bucket for
 *     {@link Algorithm#TOKEN_BUCKET}; for every other algorithm it equals the rate
 * @param type who shares the permits
 * @param calendar the windows of {@link Algorithm#CALENDAR_WINDOW}; {@code null} for every other algorithm
 */
public record RateLimit(
        long rate,
        Duration interval,
        Algorithm algorithm,
        long burst,
        RateType type,
        @Nullable CalendarInterval calendar)
        implements Serializable {

    /** Calls that an exact window keeps apart; where every call takes one permit, no higher rate is exact. */
    private static final long LARGEST_WINDOW = 100_000;

    private static final Duration LONGEST = Duration.ofDays(36_525);

    public RateLimit {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(type, "type");
        if ((algorithm == Algorithm.CALENDAR_WINDOW) != (calendar != null)) {
            throw invalid(
                    calendar == null
                            ? "CALENDAR_WINDOW counts by a calendar and has no interval such as " + interval
                                    + "; use RateLimit.perCalendar, or an interval such as '1 month' with a zone"
                            : "a calendar is for CALENDAR_WINDOW, not for " + algorithm);
        }
        if (calendar != null && !interval.equals(calendar.unit().nominal())) {
            throw invalid("interval must be that of the calendar, but is " + interval);
        }
        if (rate < 1) {
            throw invalid("rate must be at least 1, but is " + rate);
        }
        if (interval.compareTo(Duration.ZERO) <= 0) {
            throw invalid("interval must be positive, but is " + interval);
        }
        if (interval.getNano() % 1000 != 0) {
            throw invalid("interval must be whole microseconds, but is " + interval);
        }
        if (burst < 1) {
            throw invalid("burst must be at least 1, but is " + burst);
        }
        if (burst != rate && algorithm != Algorithm.TOKEN_BUCKET) {
            throw invalid("burst " + burst + " differs from rate " + rate + ", which only TOKEN_BUCKET knows, not "
                    + algorithm);
        }
        if (interval.compareTo(LONGEST) > 0
                || (double) micros(interval) / rate * ((double) burst + rate) > micros(LONGEST)) {
            throw invalid("(burst + rate) * interval / rate must be at most 100 years, but rate is " + rate + ", burst "
                    + burst + " and interval " + interval);
        }
        if (micros(interval) < rate) {
            throw invalid("rate must be at most 1 permit per microsecond, but is " + rate + " per " + interval);
        }
    }

    /**
     * A limit without a calendar.
     *
     * @param rate permits per interval, at least 1
     * @param interval length of time for which the rate counts
     * @param algorithm how the limit counts, any but {@link Algorithm#CALENDAR_WINDOW}
     * @param burst most permits that can be granted at once
     * @param type who shares the permits
     */
    public RateLimit(long rate, Duration interval, Algorithm algorithm, long burst, RateType type) {
        this(rate, interval, algorithm, burst, type, null);
    }

    /**
     * A limit for all instances together, counted by {@link Algorithm#SLIDING_WINDOW}, or by
     * {@link Algorithm#SLIDING_WINDOW_COUNTER} if the rate is above 100,000. Beside a limiter that counts by the other of
     * these two, as the limit of a call or of a key, and where it is set for the name at run time, such a limit counts as the
     * limiter does.
     *
     * @param rate permits per interval, at least 1
     * @param interval length of time for which the rate counts
     * @return the limit
     * @throws IllegalArgumentException when a value is out of range
     */
    public static RateLimit of(long rate, Duration interval) {
        Algorithm algorithm = rate > LARGEST_WINDOW ? Algorithm.SLIDING_WINDOW_COUNTER : Algorithm.SLIDING_WINDOW;
        return new RateLimit(rate, interval, algorithm, rate, RateType.OVERALL);
    }

    /**
     * A limit for all instances together, counted by {@link Algorithm#CALENDAR_WINDOW}.
     *
     * @param rate permits in each window, at least 1
     * @param unit how long a window is
     * @param zone time zone whose clocks and days count
     * @return the limit
     * @throws IllegalArgumentException when the rate is out of range
     */
    public static RateLimit perCalendar(long rate, CalendarUnit unit, ZoneId zone) {
        CalendarInterval calendar = new CalendarInterval(unit, zone);
        return new RateLimit(rate, unit.nominal(), Algorithm.CALENDAR_WINDOW, rate, RateType.OVERALL, calendar);
    }

    /**
     * The same limit with another algorithm. Only {@link Algorithm#TOKEN_BUCKET} keeps a burst that differs from the rate,
     * and only {@link Algorithm#CALENDAR_WINDOW} keeps a calendar: with another algorithm, a limit per month becomes one per
     * about 30 days.
     *
     * @param algorithm how the limit counts
     * @return a new limit
     * @throws IllegalArgumentException for {@link Algorithm#CALENDAR_WINDOW}, unless the limit has a calendar
     */
    public RateLimit withAlgorithm(Algorithm algorithm) {
        return new RateLimit(
                rate,
                interval,
                algorithm,
                algorithm == Algorithm.TOKEN_BUCKET ? burst : rate,
                type,
                algorithm == Algorithm.CALENDAR_WINDOW ? calendar : null);
    }

    /**
     * The same limit with another rate and burst.
     *
     * @param rate permits per interval, at least 1
     * @param burst most permits that can be granted at once; equals the rate unless the algorithm is
     *     {@link Algorithm#TOKEN_BUCKET}
     * @return a new limit
     * @throws IllegalArgumentException when a value is out of range
     */
    public RateLimit withRate(long rate, long burst) {
        return new RateLimit(rate, interval, algorithm, burst, type, calendar);
    }

    /**
     * The same limit with another size of the bucket.
     *
     * @param burst most permits that can be granted at once, at least 1
     * @return a new limit
     * @throws IllegalArgumentException when the algorithm is not {@link Algorithm#TOKEN_BUCKET}
     */
    public RateLimit withBurst(long burst) {
        return new RateLimit(rate, interval, algorithm, burst, type, calendar);
    }

    /**
     * The same limit with another type.
     *
     * @param type who shares the permits
     * @return a new limit
     */
    public RateLimit withType(RateType type) {
        return new RateLimit(rate, interval, algorithm, burst, type, calendar);
    }

    /**
     * The most permits that one request can take: the burst.
     *
     * @return at least 1
     */
    public long maxPermits() {
        return burst;
    }

    /**
     * Checks that this limit can ever grant a request for a number of permits.
     *
     * @param limiter name of the limiter, for the message
     * @param permits permits of one request; 0 asks without taking
     * @throws ImpossiblePermitsException when negative or above {@link #maxPermits()}
     */
    public void checkPermits(String limiter, long permits) {
        if (permits < 0 || permits > maxPermits()) {
            throw new ImpossiblePermitsException(limiter, this, permits, maxPermits());
        }
    }

    /** {@return the limit for a person to read, such as {@code 5 per PT10S (SLIDING_WINDOW, OVERALL)}} */
    @Override
    public String toString() {
        String bucket = burst == rate ? "" : ", burst " + burst;
        return rate + " per " + (calendar != null ? calendar : interval) + " (" + algorithm + bucket + ", " + type
                + ")";
    }

    private static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1000);
    }

    private static IllegalArgumentException invalid(String message) {
        return new IllegalArgumentException(message);
    }
}
