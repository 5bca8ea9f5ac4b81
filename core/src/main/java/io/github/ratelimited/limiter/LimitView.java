package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * What a limiter counts under other than the limit in force of its name and key.
 *
 * @param limit the caller's own limit, {@code null} for that in force
 * @param plan the plan that the caller asks for, {@code null} for none
 */
record LimitView(@Nullable RateLimit limit, @Nullable String plan) {

    static final LimitView NONE = new LimitView(null, null);

    @Override
    public String toString() {
        return (limit == null ? "" : " under " + limit) + (plan == null ? "" : " by plan " + plan);
    }
}
