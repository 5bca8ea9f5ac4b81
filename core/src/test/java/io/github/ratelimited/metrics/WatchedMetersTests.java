package io.github.ratelimited.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.observe.DecisionCounts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Counters that alerts and the dashboard read. */
class WatchedMetersTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DecisionCounts counts = new DecisionCounts("watching"::equals);

    @AutoClose
    private final RateLimiters counted =
            LocalRateLimiters.builder().observer(counts).build();

    WatchedMetersTests() {
        new LimiterMeters(registry, ObservationRegistry.NOOP, "local", counts);
    }

    @Test
    void haveWhatIsWatchedBeforeItHappensFirst() {
        counted.declare("doors", RateLimit.of(5, MINUTE)).tryAcquire();
        counted.declare("watching", RateLimit.of(5, MINUTE)).tryAcquire();

        assertThat(registry.find("ratelimited.blocks").tag("limiter", "doors").counters())
                .hasSize(2)
                .allMatch(counter -> counter.count() == 0);
        assertThat(shadowRejections("watching")).containsExactly(0.0);
        assertThat(shadowRejections("doors")).isEmpty();
    }

    private List<Double> shadowRejections(String limiter) {
        return registry
                .find("ratelimited.decisions")
                .tags("limiter", limiter, "outcome", "shadow_denied")
                .functionCounters()
                .stream()
                .map(counter -> counter.count())
                .toList();
    }
}
