package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.assertThat;
import static io.github.ratelimited.test.RateLimitAssertions.rejected;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RateLimitsExtension.class)
class RateLimitAssertionsTests {

    private static final RateLimit LIMIT = RateLimit.of(3, Duration.ofSeconds(1));

    private RateLimiter limiter;

    @BeforeEach
    void declare(RateLimiters limiters) {
        limiter = limiters.declare("api", LIMIT);
    }

    @Test
    void comparesPermitsAndTakesNone() {
        assertThat(limiter).hasAvailablePermits(3).hasAvailablePermits(3).hasLimit(LIMIT);
        limiter.acquire(3);
        assertThat(limiter).isExhausted();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(limiter).hasAvailablePermits(2))
                .withMessageContaining("to have 2 available permits, but it has 0");
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertThat(limiter).hasLimit(RateLimit.of(4, Duration.ofSeconds(1))))
                .withMessageContaining("4 per PT1S");
    }

    @Test
    void tellsRejectionsFromEverythingElse() {
        limiter.acquire(3);
        Decision decision = limiter.decide(1, Duration.ZERO);
        RateLimitExceededException rejection = new RateLimitExceededException(decision);

        rejected(() -> {
                    throw rejection;
                })
                .isEqualTo(decision);
        rejected(CompletableFuture.failedFuture(rejection)).isEqualTo(decision);
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> rejected(() -> {}));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> rejected(() -> {
                    throw new IllegalStateException();
                }));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> rejected(CompletableFuture.completedFuture("done")));
    }
}
