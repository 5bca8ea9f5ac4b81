package io.github.ratelimited.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OpenStoreTests {

    @AutoClose
    private final RateLimiters limiters = new OpenRateLimiters().build();

    @Test
    void grantsMoreThanTheLimit() {
        RateLimiter limiter = limiters.declare("login", RateLimit.of(1, Duration.ofDays(1)));

        for (int call = 0; call < 3; call++) {
            Decision decision = limiter.decide(5, Duration.ZERO);
            assertThat(decision.allowed()).isTrue();
            assertThat(decision.basis()).isEqualTo(Decision.Basis.OPEN);
        }
        assertThat(limiters.names()).containsExactly("login");
    }

    @Test
    void grantsNamesThatHaveNoLimit() {
        RateLimiter unknown = limiters.get("unknown").forKey("alice");

        unknown.acquire();
        unknown.release(1);
        unknown.reset();

        assertThat(unknown.tryAcquire(1_000)).isTrue();
        assertThat(unknown.availablePermits()).isPositive();
        assertThat(limiters.decide(Map.of(unknown, 1L, limiters.get("other"), 2L), Duration.ZERO)
                        .basis())
                .isEqualTo(Decision.Basis.OPEN);
    }
}
