package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** For whom limits are meant, where a program says it by the names of limiters. */
class AudiencesTests {

    private static final RateLimit LIMIT = RateLimit.of(1, Duration.ofHours(1));

    private final AtomicReference<Audience> inner = new AtomicReference<>(Audience.NONE);

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .audience(name -> name.equals("inner") ? inner.get() : Audience.CLIENT)
            .limit("inner", LIMIT)
            .limit("outer", LIMIT)
            .build();

    @Test
    void permissionsAndRejectionsSayIt() {
        RateLimiter limiter = limiters.get("inner");
        assertThat(limiter.decide(1, Duration.ZERO).audience()).isEqualTo(Audience.NONE);
        assertThat(limiter.decide(1, Duration.ZERO).audience()).isEqualTo(Audience.NONE);
        assertThat(limiter.decide(1, Duration.ofMillis(1)).audience()).isEqualTo(Audience.NONE);
        assertThat(limiter.decideAsync(1, Duration.ZERO))
                .isCompletedWithValueMatching(rejected -> rejected.audience() == Audience.NONE);
        assertThat(limiters.get("outer").decide(1, Duration.ZERO).audience()).isEqualTo(Audience.CLIENT);
    }

    @Test
    void keysHaveTheAudienceOfTheirLimiter() {
        RateLimiter limiter = limiters.get("inner").forKey("a");
        assertThat(limiter.decide(1, Duration.ZERO).audience()).isEqualTo(Audience.NONE);
    }

    @Test
    void severalLimitersSayItEachForItself() {
        assertThat(limiters.decideEach(Map.of(limiters.get("inner"), 1L, limiters.get("outer"), 1L), Duration.ZERO))
                .extracting(Decision::limiter, Decision::audience)
                .containsExactlyInAnyOrder(tuple("inner", Audience.NONE), tuple("outer", Audience.CLIENT));
    }

    @Test
    void aLimiterThatIsThereLearnsAnotherAudience() {
        RateLimiter limiter = limiters.get("inner");
        limiter.tryAcquire();
        inner.set(Audience.CLIENT);
        assertThat(limiter.decide(1, Duration.ZERO).audience()).isEqualTo(Audience.CLIENT);
    }
}
