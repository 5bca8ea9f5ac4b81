package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.DeniedKeys;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.redis.RoutingStore;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DecideEachTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    private final RateLimiter narrow = limiters.declare("narrow", RateLimit.of(1, MINUTE));
    private final RateLimiter wide = limiters.declare("wide", RateLimit.of(5, MINUTE));
    private final Map<RateLimiter, Long> both = Map.of(wide, 1L, narrow, 1L);

    @Test
    void tellsOfEachLimiterThatAllowsTheTightestFirst() {
        assertThat(limiters.decideEach(both, Duration.ZERO))
                .extracting(Decision::limiter, Decision::allowed, Decision::remaining)
                .containsExactly(tuple("narrow", true, 0L), tuple("wide", true, 4L));
    }

    /** A remembered rejection tells only of the key that is rejected. */
    @Test
    void observersAreToldOfTheKeyThatIsRejected() {
        DeniedKeys denied = new DeniedKeys(10);
        LocalStore local = new LocalStore(Micros.monotonicClock(), Basis.STORE, 100);
        DenialCacheStore memory = new DenialCacheStore(local, Micros.monotonicClock(), MINUTE, MINUTE);
        for (LimiterStore store : List.of(local, memory, new RoutingStore(memory, local, () -> true))) {
            try (RateLimiters observed = TestSettings.of(store, local, new LocalLimitRegistry())
                    .horizon(MINUTE)
                    .executor(Runnable::run)
                    .observer(denied)
                    .limiters()) {
                RateLimiter login = observed.declare("login", RateLimit.of(1, MINUTE));
                login.forKey("bob").tryAcquire();
                Map<RateLimiter, Long> permits = new LinkedHashMap<>();
                permits.put(login.forKey("alice"), 0L);
                permits.put(login.forKey("bob"), 1L);
                assertThat(observed.decide(permits, Duration.ZERO).allowed()).isFalse();
                assertThat(observed.decide(permits, Duration.ZERO).allowed()).isFalse();
            }
        }
        assertThat(denied.most()).singleElement().satisfies(most -> {
            assertThat(most.key()).isEqualTo("bob");
            assertThat(most.denials()).isEqualTo(8);
        });
    }

    @Test
    void observersSeeTheWholeDecisionOfACallThatOnlyAsksWhether() {
        List<Decision> seen = new ArrayList<>();
        LimiterObserver observer = new LimiterObserver() {
            @Override
            public void decided(Demand demand, Decision decision) {
                seen.add(decision);
            }
        };
        try (RateLimiters observed =
                LocalRateLimiters.builder().observer(observer).build()) {
            assertThat(observed.declare("login", RateLimit.of(3, MINUTE)).tryAcquire())
                    .isTrue();
        }
        assertThat(seen)
                .extracting(Decision::limiter, Decision::remaining, Decision::resetAfter)
                .containsExactly(tuple("login", 2L, MINUTE));
    }

    @Test
    void tellsOnlyOfTheLimitersThatReject() {
        narrow.tryAcquire();

        assertThat(limiters.decideEachAsync(both, Duration.ZERO)
                        .toCompletableFuture()
                        .join())
                .extracting(Decision::limiter, Decision::allowed)
                .containsExactly(tuple("narrow", false));
        assertThat(wide.availablePermits()).isEqualTo(5);
    }
}
