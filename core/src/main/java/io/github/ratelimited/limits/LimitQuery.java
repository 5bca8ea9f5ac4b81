package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.LimiterKey;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which limit is asked for.
 *
 * @param limiterKey where permits are counted
 * @param keyParts finds the texts of the parts of the key, for a source; empty if there are none or they are unknown
 * @param own the limit that the caller counts under, {@code null} for that in force
 * @param plan the plan that the caller asks for, {@code null} for none
 */
public record LimitQuery(
        LimiterKey limiterKey,
        Supplier<List<String>> keyParts,
        @Nullable RateLimit own,
        @Nullable String plan) {

    /** A query without a plan and without a limit of the call. */
    public LimitQuery(LimiterKey limiterKey) {
        this(limiterKey, List::of, null, null);
    }

    /** {@return whether it counts under other than the limit in force of its name and key} */
    public boolean isView() {
        return own != null || plan != null;
    }

    /** {@return whether another asks for the same, in whatever form its key was given} */
    public boolean asksLike(LimitQuery other) {
        return limiterKey.equals(other.limiterKey)
                && Objects.equals(own, other.own)
                && Objects.equals(plan, other.plan);
    }

    @Override
    public String toString() {
        return limiterKey.limiter()
                + (limiterKey.key().isEmpty() ? "" : " for " + limiterKey.key())
                + (own == null ? "" : " under " + own)
                + (plan == null ? "" : " by plan " + plan);
    }
}
