package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limit of a plan; what is not set comes from the limiter.
 *
 * @param rate Permits per interval, at least 1.
 * @param interval Interval of the rate. May differ from the limiter's only with SLIDING_WINDOW and the buckets.
 * @param burst Size of the bucket of TOKEN_BUCKET, at least 1.
 */
public record PlanProperties(
        @Nullable Long rate,
        @Nullable Duration interval,
        @Nullable Long burst) {

    static Map<String, Map<String, Plan>> of(Map<String, Limiter> limiters) {
        Map<String, Map<String, Plan>> plans = new HashMap<>();
        limiters.forEach((name, limiter) -> {
            if (!limiter.plans().isEmpty()) {
                plans.put(name, plans(limiter));
            }
        });
        return plans;
    }

    static Map<String, Plan> plans(Limiter limiter) {
        Map<String, Plan> plans = new HashMap<>();
        limiter.plans().forEach((name, plan) -> plans.put(name, new Plan(plan.rate, plan.interval, plan.burst)));
        return plans;
    }
}
