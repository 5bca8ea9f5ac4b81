package io.github.ratelimited.redis;

import io.github.ratelimited.store.StoreKit;
import io.github.ratelimited.store.TestClock;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** Every question is put to Redis. */
@Tag("once")
class RedisStoreTests extends StoreKit {

    private static final RealRedis redis = RealRedis.open();

    @AfterAll
    static void close() {
        redis.close();
    }

    @Override
    protected TestedStore open(TestClock clock) {
        return redis.batching("contract", Duration.ofSeconds(30), clock);
    }
}
