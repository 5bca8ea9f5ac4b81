package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limiter.HoldContract;
import io.github.ratelimited.store.ManualTimer;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;

class RedisHoldTests extends HoldContract {

    private static final RealRedis redis = RealRedis.open();

    @AfterAll
    static void close() {
        redis.close();
    }

    @Override
    protected RateLimiters open() {
        return redis.limiters("hold-" + UUID.randomUUID())
                .testTime(clock, new ManualTimer(clock))
                .build();
    }
}
