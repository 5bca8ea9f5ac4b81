package io.github.ratelimited.store;

import io.github.ratelimited.Audience;
import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Permits of one limiter that a request asks for.
 *
 * @param limiterKey where they are counted
 * @param limit limit in force
 * @param permits permits asked for, 0 to {@link RateLimit#maxPermits()}
 * @param origin which level gave the limit
 * @param plan name of the plan that was asked for, as it is configured, or {@link #UNKNOWN_PLAN}; {@code null} for none
 * @param audience for whom the limit is meant
 * @param brief whether a caller only asks whether, and no observer follows, so that a store may leave out what else a permission
 *     says. Speeds up one thread in one process: 44 ns for a permit instead of 57, in the row {@code local_store_ns} of the
 *     benchmark.
 */
public record Demand(
        LimiterKey limiterKey,
        RateLimit limit,
        long permits,
        Origin origin,
        @Nullable String plan,
        Audience audience,
        boolean brief) {

    /** Stands for each plan that is not configured. */
    public static final String UNKNOWN_PLAN = "other";

    /** Permits of a limiter whose limit is declared, and meant for clients. */
    public Demand(LimiterKey limiterKey, RateLimit limit, long permits) {
        this(limiterKey, limit, permits, Origin.DECLARED, null, Audience.CLIENT, false);
    }

    /** Permits of a limiter and key. */
    public Demand(String limiter, String key, RateLimit limit, long permits) {
        this(new LimiterKey(limiter, key), limit, permits);
    }

    /** {@return name of the limiter} */
    public String limiter() {
        return limiterKey.limiter();
    }

    /** {@return key as {@link io.github.ratelimited.key.KeyEncoding} writes it, empty without a key} */
    public String key() {
        return limiterKey.key();
    }

    /** {@return the same under another limit} */
    public Demand under(RateLimit other) {
        return new Demand(limiterKey, other, permits, origin, plan, audience, brief);
    }

    /** {@return whether one state counts both, given the same limiter and key} */
    public boolean isCountedWith(Demand other) {
        return limit.algorithm() == other.limit.algorithm() && limit.type() == other.limit.type();
    }

    /**
     * {@return the same for another number of permits}
     *
     * @param other permits, 0 to {@link RateLimit#maxPermits()}
     */
    public Demand of(long other) {
        return new Demand(limiterKey, limit, other, origin, plan, audience, brief);
    }

    /** {@return a decision that grants this} */
    public Decision granted(Duration delay, long remaining, Duration resetAfter, Basis basis) {
        return decision(true, delay, remaining, Duration.ZERO, resetAfter, basis);
    }

    /** {@return a decision that rejects this} */
    public Decision rejected(Duration retryAfter, long remaining, Duration resetAfter, Basis basis) {
        return decision(false, Duration.ZERO, remaining, retryAfter, resetAfter, basis);
    }

    /**
     * {@return a decision that rejects this because of a block}
     *
     * @param left rest of the block, positive
     */
    public Decision blocked(Duration left, Duration resetAfter, Basis basis) {
        return rejected(left, 0, resetAfter, basis).but().blocked(true).build();
    }

    /**
     * {@return the decision that the state of a key has come to}
     *
     * @param wait time until the permits are due
     * @param moment when they are due, or now where this is rejected, in microseconds since the epoch
     * @param remaining permits that are left; below zero it is the microseconds that are left of a block
     */
    public Decision decided(
            boolean allowed, Duration wait, long moment, long remaining, Duration resetAfter, Basis basis) {
        if (remaining < 0) {
            return within(moment, blocked(Micros.toDuration(-remaining), resetAfter, basis));
        }
        return within(
                moment,
                allowed ? granted(wait, remaining, resetAfter, basis) : rejected(wait, remaining, resetAfter, basis));
    }

    /**
     * {@return a decision about this with its window, where the limit has a calendar}
     *
     * @param moment when the permits are due, or now where this is rejected, in microseconds since the epoch
     */
    public Decision within(long moment, Decision decision) {
        CalendarInterval calendar = limit.calendar();
        return calendar == null
                ? decision
                : decision.but()
                        .window(CalendarWindows.at(calendar, moment).window())
                        .build();
    }

    private Decision decision(
            boolean allowed, Duration delay, long remaining, Duration retryAfter, Duration resetAfter, Basis basis) {
        return new Decision(
                limiter(),
                limit,
                allowed,
                delay,
                remaining,
                retryAfter,
                resetAfter,
                basis,
                origin,
                origin == Origin.PLAN ? plan : null,
                false,
                null,
                audience);
    }
}
