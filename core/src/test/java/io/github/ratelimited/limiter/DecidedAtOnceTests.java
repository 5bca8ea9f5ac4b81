package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.Returnable;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is granted within the process, for a call that never begins. */
class DecidedAtOnceTests {

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder().build();

    private final RateLimiter limiter = limiters.declare("api", RateLimit.of(5, Duration.ofHours(1)));

    private Returnable ask(long permits) {
        return (Returnable) limiter.decideAsync(permits, Duration.ZERO);
    }

    @Test
    void goesBackOnce() {
        limiter.tryAcquire();
        Returnable granted = ask(2);
        assertThat(limiter.availablePermits()).isEqualTo(2);
        granted.takeBack();
        granted.takeBack();
        assertThat(limiter.availablePermits()).isEqualTo(4);
    }

    @Test
    void nothingGoesBackOfARejection() {
        limiter.tryAcquire(4, Duration.ZERO);
        ask(2).takeBack();
        assertThat(limiter.availablePermits()).isEqualTo(1);
    }
}
