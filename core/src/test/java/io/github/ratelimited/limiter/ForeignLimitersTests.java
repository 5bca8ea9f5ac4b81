package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A limiter of other limiters counts elsewhere, so these cannot take its permits. */
class ForeignLimitersTests {

    private static final String MESSAGE =
            "Rate limit 'api' comes from other RateLimiters than those that are asked for it; get it from these";

    @AutoClose
    private final RateLimiters limiters = open();

    @AutoClose
    private final RateLimiters others = open();

    private final RateLimiter own = limiters.get("search");

    private final Map<RateLimiter, Long> both = new LinkedHashMap<>();

    ForeignLimitersTests() {
        both.put(own, 1L);
        both.put(others.get("api").forKey("alice").withPlan("pro"), 1L);
    }

    private static RateLimiters open() {
        return LocalRateLimiters.builder()
                .limit("api", RateLimit.of(1, Duration.ofHours(1)))
                .limit("search", RateLimit.of(1, Duration.ofHours(1)))
                .build();
    }

    @Test
    void areRefusedByName() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> limiters.decide(both, Duration.ZERO),
                () -> limiters.decideEach(both, Duration.ZERO),
                () -> limiters.hold(both, Duration.ZERO))) {
            assertThatIllegalArgumentException().isThrownBy(call).withMessage(MESSAGE);
        }
        assertThat(own.tryAcquire()).isTrue();
    }

    @Test
    void areRefusedByStages() {
        for (CompletionStage<?> stage : List.of(
                limiters.decideAsync(both, Duration.ZERO),
                limiters.decideEachAsync(both, Duration.ZERO),
                limiters.holdAsync(both, Duration.ZERO))) {
            assertThat(stage)
                    .failsWithin(1, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingRootCause()
                    .isInstanceOf(IllegalArgumentException.class)
                    .withMessage(MESSAGE);
        }
    }
}
