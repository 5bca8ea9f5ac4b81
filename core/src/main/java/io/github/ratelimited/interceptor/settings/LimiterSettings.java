package io.github.ratelimited.interceptor.settings;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateType;
import io.github.ratelimited.internal.SettingChecks;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one source says about a limiter: an annotation, {@code ratelimited.limiters.<name>} or
 * {@code ratelimited.defaults}. Whatever is {@code null} comes from the next source.
 *
 * @param rate permits per interval, at least 1
 * @param interval what the rate is for
 * @param type who shares the permits
 * @param algorithm how the limit counts
 * @param burst size of the bucket of {@link Algorithm#TOKEN_BUCKET}, at least 1
 * @param timeout longest wait: zero never waits, -1 ms waits for as long as it takes, any other negative is refused
 * @param onFailure what happens when the store cannot decide
 * @param mode what the limiter does about the calls of annotated methods
 * @param audience whom the limit is meant for
 * @param blockFor how long a key is blocked once it is rejected because permits are lacking, positive and at most 100 years
 * @param zone time zone of {@link Algorithm#CALENDAR_WINDOW}
 */
public record LimiterSettings(
        @Nullable Long rate,
        @Nullable LimitInterval interval,
        @Nullable RateType type,
        @Nullable Algorithm algorithm,
        @Nullable Long burst,
        @Nullable Duration timeout,
        @Nullable FailurePolicy onFailure,
        @Nullable LimiterMode mode,
        @Nullable Audience audience,
        @Nullable Duration blockFor,
        @Nullable ZoneId zone) {

    /** Says nothing. */
    public static final LimiterSettings NONE =
            new LimiterSettings(null, null, null, null, null, null, null, null, null, null, null);

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration MINUS_ONE = Duration.ofMillis(-1);

    public LimiterSettings {
        if (algorithm == Algorithm.CALENDAR_WINDOW && interval == null) {
            throw new IllegalArgumentException("CALENDAR_WINDOW needs its interval beside it: " + LimitInterval.WORDS);
        }
        timeout = timeout == null ? null : longestWait("timeout", timeout);
        blockFor = blockFor == null ? null : SettingChecks.block("blockFor", blockFor);
    }

    /**
     * {@return the timeout, without end where it is -1 ms}
     *
     * @param name what it is called, for the message
     * @throws IllegalArgumentException for any other that is negative
     */
    public static Duration longestWait(String name, Duration timeout) {
        if (timeout.equals(MINUS_ONE)) {
            return FOREVER;
        }
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    name + " must be 0, positive, or -1 to wait as long as it takes, but is " + timeout);
        }
        return timeout;
    }

    /** Refuses a time zone that stands without what it is for, which only the defaults may have. */
    public LimiterSettings requireZoneInPlace() {
        if (zone != null && algorithm != Algorithm.CALENDAR_WINDOW) {
            throw new IllegalArgumentException(
                    "zone " + zone
                            + " is for CALENDAR_WINDOW: write algorithm and interval beside it, or only ratelimited.defaults.zone");
        }
        return this;
    }

    public boolean describesLimit() {
        return rate != null || interval != null || type != null || algorithm != null || burst != null;
    }

    /** Whether there is enough for a limit. */
    public boolean isComplete() {
        return rate != null && interval != null;
    }

    /**
     * The limit that these settings describe; only the algorithm and the type may be left open.
     *
     * @param burstInForce size of a bucket, {@code null} for that of the rate
     * @param zoneInForce time zone of a calendar
     */
    RateLimit toLimit(@Nullable Long burstInForce, @Nullable ZoneId zoneInForce) {
        if (rate == null || interval == null) {
            throw new IllegalArgumentException(
                    rate == null ? "The rate is missing" : "The interval for the rate of " + rate + " is missing");
        }
        if (algorithm == Algorithm.CALENDAR_WINDOW) {
            return perCalendar(rate, interval, burstInForce, zoneInForce);
        }
        if (interval.length() == null) {
            throw new IllegalArgumentException("interval " + interval
                    + " has no fixed length: it needs the algorithm CALENDAR_WINDOW and a zone beside it");
        }
        RateLimit plain = RateLimit.of(rate, interval.length());
        return new RateLimit(
                rate,
                interval.length(),
                algorithm != null ? algorithm : plain.algorithm(),
                burstInForce != null ? burstInForce : plain.burst(),
                type != null ? type : plain.type());
    }

    private RateLimit perCalendar(
            long permits, LimitInterval window, @Nullable Long burstInForce, @Nullable ZoneId zoneInForce) {
        if (window.unit() == null) {
            throw new IllegalArgumentException(
                    "CALENDAR_WINDOW has the interval " + LimitInterval.WORDS + ", but it is " + window);
        }
        if (zoneInForce == null) {
            throw new IllegalArgumentException(
                    "CALENDAR_WINDOW needs a time zone: set zone, such as Europe/Berlin, beside"
                            + " the interval, or ratelimited.defaults.zone");
        }
        RateLimit limit = RateLimit.perCalendar(permits, window.unit(), zoneInForce);
        return limit.withRate(permits, burstInForce != null ? burstInForce : permits)
                .withType(type != null ? type : limit.type());
    }
}
