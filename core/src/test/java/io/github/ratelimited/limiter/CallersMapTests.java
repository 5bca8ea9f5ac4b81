package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.store.FakeStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A caller may change its own map once the method has returned. */
class CallersMapTests {

    @Test
    void isNotReadWhenTheGrantArrives() {
        FakeStore store = new FakeStore();
        try (RateLimiters limiters = TestSettings.of(store, new LocalLimitRegistry())
                .executor(Runnable::run)
                .limiters()) {
            RateLimiter api = limiters.declare("api", FakeStore.LIMIT);
            Map<RateLimiter, Long> permits = new HashMap<>(Map.of(api, 1L));
            CompletableFuture<Map<RateLimiter, Hold>> held =
                    limiters.holdAsync(permits, Duration.ZERO).toCompletableFuture();

            permits.clear();
            store.grants(Duration.ZERO);

            assertThat(held.join()).containsOnlyKeys(api);
        }
    }

    @Test
    void isNotReadWhenTheLimitersAreBuilt() {
        Map<String, Plan> plans = new HashMap<>(Map.of("pro", Plan.of(5, Duration.ofMinutes(1))));
        LocalRateLimiters.Builder builder = LocalRateLimiters.builder()
                .limit("search", RateLimit.of(1, Duration.ofMinutes(1)))
                .plans("search", plans);
        plans.clear();

        try (RateLimiters limiters = builder.build()) {
            assertThat(limiters.get("search").withPlan("pro").limit().rate()).isEqualTo(5);
        }
    }
}
