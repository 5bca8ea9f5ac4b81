package io.github.ratelimited.redis;

import io.github.ratelimited.store.StoreKit;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** Every question is put to Redis. */
@Tag("once")
class RedisStoreTests extends StoreKit {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Override
    protected TestedStore open(TestClock clock) {
        return redis.batching("contract", Duration.ofSeconds(30), clock);
    }
}
