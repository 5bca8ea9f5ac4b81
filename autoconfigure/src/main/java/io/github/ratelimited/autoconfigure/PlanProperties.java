package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import io.github.ratelimited.limits.Plans;
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

    void check(String place) {
        require(rate != null || interval != null || burst != null, place + " needs rate, interval or burst");
        require(rate == null || rate >= 1, place + ".rate must be at least 1, but is " + rate);
        require(
                interval == null || interval.compareTo(Duration.ZERO) > 0,
                place + ".interval must be positive, but is " + interval);
        require(burst == null || burst >= 1, place + ".burst must be at least 1, but is " + burst);
    }

    /** What is for one limiter only, and how its plans are called. */
    static void check(String place, Limiter limiter) {
        boolean isOfOne = !place.equals("ratelimited.defaults");
        require(
                isOfOne || limiter.plans().isEmpty(),
                "ratelimited.defaults.plans has no effect: plans belong to a limiter");
        require(
                isOfOne || limiter.limitSource() == null,
                "ratelimited.defaults.limit-source has no effect: attackers can choose keys, so the source is asked only"
                        + " for limiters that set it");
        try {
            Plans.of(plans(limiter));
        } catch (IllegalArgumentException ex) {
            // Without the cause: the failure analysis shows the innermost message, and this one names the limiter.
            throw new IllegalArgumentException(place + ".plans: " + ex.getMessage());
        }
    }

    static Map<String, Map<String, Plan>> of(Map<String, Limiter> limiters) {
        Map<String, Map<String, Plan>> plans = new HashMap<>();
        limiters.forEach((name, limiter) -> {
            if (!limiter.plans().isEmpty()) {
                plans.put(name, plans(limiter));
            }
        });
        return plans;
    }

    private static Map<String, Plan> plans(Limiter limiter) {
        Map<String, Plan> plans = new HashMap<>();
        limiter.plans().forEach((name, plan) -> plans.put(name, new Plan(plan.rate, plan.interval, plan.burst)));
        return plans;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
