package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.BlockContract;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("once")
class RedisBlockTests extends BlockContract {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Override
    protected TestedStore open(TestClock clock) {
        return redis.batching("blocks", Duration.ofSeconds(30), clock);
    }

    @Override
    protected int steps() {
        return 300;
    }

    private long livesFor(RateLimit limit) {
        String key = new RedisKeys("blocks").of(driver.demand(limit, 1));
        return redis.client().getBucket(key).remainTimeToLive();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void isKeptNoLongerThanUntilItsEndAndNoLongerThanTheUseOnceItIsLifted(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(5, Duration.ofSeconds(10)).withAlgorithm(algorithm);
        long hour = Duration.ofHours(1).toMillis();

        driver.block(limit, Duration.ofHours(10));
        // Keys of a test's clock live an hour longer.
        assertThat(livesFor(limit)).isBetween(11 * hour - 2_000, 12 * hour);
        driver.block(limit, Duration.ZERO);

        assertThat(livesFor(limit)).isLessThan(hour + 15_000);
    }

    /** A plan may be slower than the limit that blocks and unblocks. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void isKeptForTheUseUnderASlowerLimitWhenItIsLifted(Algorithm algorithm) {
        RateLimit slow = RateLimit.of(5, Duration.ofHours(1)).withAlgorithm(algorithm);
        RateLimit fast = RateLimit.of(5, Duration.ofSeconds(1)).withAlgorithm(algorithm);
        driver.take(slow, algorithm == Algorithm.LEAKY_BUCKET ? 1 : 5);
        long lives = livesFor(slow);

        for (Duration block : List.of(Duration.ofMinutes(1), Duration.ofHours(10))) {
            driver.block(fast, block);
            driver.block(fast, Duration.ZERO);

            assertThat(livesFor(slow)).isBetween(lives - 10_000, lives + 10_000);
        }
    }
}
