package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.StateTimeContract;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("once")
class RedisStateTimeTests extends StateTimeContract {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Override
    protected TestedStore open(TestClock clock) {
        return redis.batching("state-time", Duration.ofSeconds(3), clock);
    }

    @Override
    protected int windowCalls() {
        return TestSize.of(500, 3_000);
    }

    @ParameterizedTest
    @EnumSource
    void aKeyDoesNotOutliveAStepBackByHours(Algorithm algorithm) {
        TestClock clock = new TestClock();
        String name = UUID.randomUUID().toString();
        StoreDriver driver = new StoreDriver(open(clock), "outlives", name);
        RateLimit limit = Limits.of(5, Duration.ofMinutes(1), algorithm);
        driver.take(limit, 1);
        String key = new RedisKeys("state-time").of(driver.demand(limit, 1));
        // As it is when the clock that the expiry was set by was ten hours ahead.
        redis.client().getBucket(key).expire(Duration.ofHours(11));

        clock.advance(-10L * 3600 * 1_000_000);
        driver.take(limit, 1);

        // Keys of a test's clock live an hour longer.
        assertThat(redis.client().getBucket(key).remainTimeToLive())
                .isLessThan(Duration.ofMinutes(65).toMillis());
    }
}
