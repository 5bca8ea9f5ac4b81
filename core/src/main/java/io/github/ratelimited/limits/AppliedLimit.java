package io.github.ratelimited.limits;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A limit in force, and which level gave it.
 *
 * @param limit the limit
 * @param origin which level gave it
 * @param plan the plan that was asked for, as it is configured, or {@link Demand#UNKNOWN_PLAN}; {@code null} for none
 */
public record AppliedLimit(
        RateLimit limit, Origin origin, @Nullable String plan) {

    public AppliedLimit {
        Objects.requireNonNull(limit, "limit");
    }

    /** A limit that was given without regard to plans. */
    public AppliedLimit(RateLimit limit, Origin origin) {
        this(limit, origin, null);
    }

    AppliedLimit withPlan(@Nullable String asked) {
        return asked == null ? this : new AppliedLimit(limit, origin, asked);
    }

    /**
     * {@return what is asked for under this limit}
     *
     * @throws io.github.ratelimited.ImpossiblePermitsException when they can never be granted at once
     */
    Demand demand(LimiterKey limiterKey, long permits, Audience audience, boolean brief) {
        limit.checkPermits(limiterKey.limiter(), permits);
        return new Demand(limiterKey, limit, permits, origin, plan, audience, brief);
    }
}
