package io.github.ratelimited.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DecisionCounts.Outcome;
import io.github.ratelimited.observe.LimiterObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanMetersTests {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DecisionCounts counts = new DecisionCounts(limiter -> false);
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("search", RateLimit.of(100, Duration.ofMinutes(1)))
            .plans("search", Map.of("pro", Plan.of(200, Duration.ofMinutes(1))))
            .observer(LimiterObserver.of(
                    List.of(counts, new LimiterMeters(registry, ObservationRegistry.NOOP, "local", counts))))
            .build();

    private double counted(String plan) {
        return registry.get("ratelimited.decisions")
                .tags("limiter", "search", "plan", plan)
                .functionCounter()
                .count();
    }

    @Test
    void tellConfiguredPlansNoneAndOthers() {
        RateLimiter search = limiters.get("search");
        search.tryAcquire();
        search.withPlan("PRO").tryAcquire();
        search.withPlan("Pro").tryAcquire();
        for (int i = 0; i < 2_000; i++) {
            search.forKey(i).withPlan("made up " + i).tryAcquire();
        }

        assertThat(counted("none")).isEqualTo(1);
        assertThat(counted("pro")).isEqualTo(2);
        assertThat(counted("other")).isEqualTo(2_000);
        assertThat(registry.get("ratelimited.plans.unknown").counter().count()).isEqualTo(2_000);
        assertThat(registry.find("ratelimited.decisions").functionCounters()).hasSize(3);
        assertThat(counts.of("search")).containsEntry(Outcome.ALLOWED, 2_003L);
        limiters.close();
    }
}
