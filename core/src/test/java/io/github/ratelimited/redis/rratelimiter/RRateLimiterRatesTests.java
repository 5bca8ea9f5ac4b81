package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.store.StoreDriver;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.redisson.api.RRateLimiter;
import org.redisson.api.ratelimiter.RateLimiterArgs;

class RRateLimiterRatesTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RateLimit THREE = RateLimit.of(3, HOUR);
    private static final RateLimit FIVE = RateLimit.of(5, HOUR);

    private final String name = "rates-" + UUID.randomUUID();

    @AutoClose
    private final RateLimiters limiters = RRateLimiters.builder(redis.client())
            .timeout(Duration.ofSeconds(10))
            .keepAlive(Duration.ofHours(2))
            .build();

    private final RateLimiter limiter = limiters.get(name);

    private RRateLimiter otherProgram() {
        return redis.client().getRateLimiter(name);
    }

    @Test
    void rateIsSetOnlyOnce() {
        assertThat(limiter.trySetRate(THREE)).isTrue();
        assertThat(StoreDriver.get(limiter.trySetRateAsync(FIVE))).isFalse();

        assertThat(limiter.limit()).isEqualTo(THREE);
        assertThat(otherProgram().getConfig().getRate()).isEqualTo(3);
    }

    @Test
    void anyRateCountsByTheOneAlgorithm() {
        RateLimit many = RateLimit.of(200_000, HOUR);

        limiter.setRate(many);

        assertThat(limiter.limit()).isEqualTo(many.withAlgorithm(Algorithm.SLIDING_WINDOW));
        assertThat(limiter.availablePermits()).isEqualTo(200_000);
        assertThat(limiters.declare(name + "-declared", many).limit().rate()).isEqualTo(200_000);
    }

    @Test
    void rateIsKnownAtOnceWhereAnotherProgramHadRemovedTheLast() {
        limiter.setRate(THREE);
        assertThat(limiter.limit()).isEqualTo(THREE);
        otherProgram().delete();

        assertThat(limiter.trySetRate(FIVE)).isTrue();

        assertThat(limiter.limit()).isEqualTo(FIVE);
    }

    @Test
    void nameThatIsDeclaredHasRateAlready() {
        limiters.declare(name, FIVE);

        assertThat(limiter.trySetRate(THREE)).isFalse();
        assertThat(limiters.names()).containsExactly(name);
        assertThat(limiter.limit()).isEqualTo(FIVE);
        assertThat(otherProgram().isExists()).isFalse();
    }

    @Test
    void newRateKeepsWhatWasUsed() {
        limiter.setRate(THREE);
        assertThat(limiter.tryAcquire(2)).isTrue();

        limiter.setRate(FIVE);

        assertThat(limiter.availablePermits()).isEqualTo(3);
        assertThat(limiter.limit()).isEqualTo(FIVE);
    }

    @Test
    void clearedRateIsTheDeclaredOne() {
        limiters.declare(name, THREE);
        limiter.setRate(FIVE);
        limiter.acquire(4);

        limiter.clearRate();

        assertThat(limiter.limit()).isEqualTo(THREE);
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test
    void clearingWithoutDeclarationRemovesLimiter() {
        limiter.setRate(FIVE);

        StoreDriver.get(limiter.clearRateAsync());

        assertThat(otherProgram().isExists()).isFalse();
        assertThatIllegalStateException().isThrownBy(limiter::limit);
    }

    @Test
    void ratesOfKeysAreSetOneByOne() {
        limiter.forKey("alice").setRate(FIVE);
        limiter.setRate(THREE);

        assertThat(limiter.forKey("alice").limit()).isEqualTo(FIVE);
        assertThat(limiter.limit()).isEqualTo(THREE);
    }

    @Test
    void releasesAndResetsThroughRedisson() {
        limiter.setRate(FIVE);
        limiter.acquire(4);

        limiter.release(2);
        limiter.release(0);
        assertThat(limiter.availablePermits()).isEqualTo(3);

        limiter.reset();
        assertThat(limiter.availablePermits()).isEqualTo(5);
        assertThat(limiter.limit()).isEqualTo(FIVE);
    }

    @Test
    void resetKeepsTheRateThatAnotherProgramHasJustSet() {
        limiter.setRate(THREE);
        assertThat(limiter.limit()).isEqualTo(THREE);
        otherProgram().setRate(RateLimiterArgs.of(org.redisson.api.RateType.OVERALL, 5, HOUR));

        limiter.reset();

        assertThat(otherProgram().getConfig().getRate()).isEqualTo(5);
    }

    @Test
    void typeIsThatOfRedisson() {
        limiter.setRate(THREE.withType(RateType.PER_CLIENT));

        assertThat(otherProgram().getConfig().getRateType()).isEqualTo(org.redisson.api.RateType.PER_CLIENT);
        assertThat(limiter.limit().type()).isEqualTo(RateType.PER_CLIENT);
    }

    @Test
    void idleLimiterGoesAwayAfterKeepAlive() {
        limiter.setRate(THREE);
        assertThat(limiter.tryAcquire()).isTrue();

        assertThat(otherProgram().remainTimeToLive())
                .isBetween(
                        Duration.ofMinutes(119).toMillis(), Duration.ofHours(2).toMillis());
    }

    @Test
    void refusesLimitsThatRedissonDoesNotCount() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiters.declare(name, THREE.withAlgorithm(Algorithm.TOKEN_BUCKET)))
                .withMessageContaining("SLIDING_WINDOW only");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.setRate(RateLimit.of(1, Duration.ofNanos(1_500_000))))
                .withMessageContaining("whole milliseconds");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.trySetRate(RateLimit.of(1, Duration.ofHours(3))))
                .withMessageContaining("keepAlive");
        assertThat(otherProgram().isExists()).isFalse();
    }

    @Test
    void limitThatCannotBeToldIsNamed() {
        otherProgram().trySetRate(org.redisson.api.RateType.OVERALL, 5000, Duration.ofMillis(1));

        assertThatIllegalStateException()
                .isThrownBy(limiter::limit)
                .withMessageContaining("RRateLimiter '" + name + "'")
                .withMessageContaining("5000");
    }
}
