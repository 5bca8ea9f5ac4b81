package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecideEachTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final RateLimiters limiters = LocalRateLimiters.builder().build();
    private final RateLimiter narrow = limiters.declare("narrow", RateLimit.of(1, MINUTE));
    private final RateLimiter wide = limiters.declare("wide", RateLimit.of(5, MINUTE));
    private final Map<RateLimiter, Long> both = Map.of(wide, 1L, narrow, 1L);

    @AfterEach
    void close() {
        limiters.close();
    }

    @Test
    void tellsOfEachLimiterThatAllowsTheTightestFirst() {
        assertThat(limiters.decideEach(both, Duration.ZERO))
                .extracting(Decision::limiter, Decision::allowed, Decision::remaining)
                .containsExactly(tuple("narrow", true, 0L), tuple("wide", true, 4L));
    }

    @Test
    void tellsOnlyOfTheLimitersThatRefuse() {
        narrow.tryAcquire();

        assertThat(limiters.decideEachAsync(both, Duration.ZERO)
                        .toCompletableFuture()
                        .join())
                .extracting(Decision::limiter, Decision::allowed)
                .containsExactly(tuple("narrow", false));
        assertThat(wide.availablePermits()).isEqualTo(5);
    }
}
