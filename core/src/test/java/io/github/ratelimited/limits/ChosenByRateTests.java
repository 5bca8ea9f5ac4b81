package io.github.ratelimited.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Limits on both sides of the rate above which {@link RateLimit#of} chooses the other sliding window. */
class ChosenByRateTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final RateLimit FEW = RateLimit.of(5, MINUTE);
    private static final RateLimit MANY = RateLimit.of(200_000, MINUTE);

    private volatile @Nullable RateLimit contract;

    @AutoClose
    private final RateLimiters limiters = LocalRateLimiters.builder()
            .limit("few", FEW)
            .limit("many", MANY)
            .limit("bucket", FEW.withAlgorithm(Algorithm.TOKEN_BUCKET))
            .limit("sourced-few", FEW)
            .limit("sourced-many", MANY)
            .limitSource((limiter, key) -> contract, name -> name.startsWith("sourced"))
            .build();

    private final RateLimiter few = limiters.get("few");
    private final RateLimiter many = limiters.get("many");

    private static Decision decide(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO);
    }

    @Test
    void aContractOfAnyRateCountsByTheWindowOfTheLimiter() {
        contract = MANY;
        Decision large = decide(limiters.get("sourced-few").forKey("acme"));
        contract = FEW;
        Decision small = decide(limiters.get("sourced-many").forKey("acme"));

        assertThat(large.limit()).isEqualTo(FEW.withRate(200_000, 200_000));
        assertThat(large.origin()).isEqualTo(Origin.SOURCE);
        assertThat(small.limit()).isEqualTo(MANY.withRate(5, 5));
        assertThat(small.remaining()).isEqualTo(4);
    }

    @Test
    void soDoLimitsOfAKeyAndOfACall() {
        few.forKey("acme").setRate(MANY);
        assertThat(decide(few.forKey("acme")).limit()).isEqualTo(FEW.withRate(200_000, 200_000));
        many.forKey("acme").setRate(FEW);
        assertThat(decide(many.forKey("acme")).limit()).isEqualTo(MANY.withRate(5, 5));
        assertThat(decide(few.withLimit(MANY)).limit().algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW);
        assertThat(decide(many.withLimit(FEW)).limit().algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW_COUNTER);
    }

    @Test
    void aLimitOfTheNameKeepsWhatWasUsedAndBlocksAndLimitsOfKeys() {
        RateLimiter mallory = few.forKey("mallory");
        mallory.block(HOUR);
        few.forKey("acme").setRate(RateLimit.of(7, MINUTE));
        few.acquire(2);

        few.setRate(MANY);

        assertThat(few.limit()).isEqualTo(FEW.withRate(200_000, 200_000));
        assertThat(few.availablePermits()).isEqualTo(199_998);
        assertThat(decide(mallory).blocked()).isTrue();
        assertThat(few.forKey("acme").limit().rate()).isEqualTo(7);
        many.setRate(FEW);
        assertThat(many.limit()).isEqualTo(MANY.withRate(5, 5));
    }

    @Test
    void aLimitOfTheNameWithAnotherAlgorithmChangesIt() {
        few.setRate(FEW.withAlgorithm(Algorithm.TOKEN_BUCKET));
        assertThat(few.limit().algorithm()).isEqualTo(Algorithm.TOKEN_BUCKET);
        RateLimiter fresh = limiters.get("fresh");
        fresh.setRate(MANY);
        assertThat(fresh.limit()).isEqualTo(MANY);
    }

    @Test
    void aWindowThatTheRateDoesNotChooseAndOtherAlgorithmsDoNotGiveWay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decide(many.withLimit(MANY.withAlgorithm(Algorithm.SLIDING_WINDOW))))
                .withMessageContaining("withAlgorithm(SLIDING_WINDOW_COUNTER)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decide(limiters.get("bucket").withLimit(FEW)))
                .withMessageContaining("withAlgorithm(TOKEN_BUCKET)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decide(many.withLimit(RateLimit.of(5, HOUR))))
                .withMessageContaining("counts one key by one interval");
    }
}
