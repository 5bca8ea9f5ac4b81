package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limiter.HoldContract;
import io.github.ratelimited.store.ManualTimer;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;

class RedisHoldTests extends HoldContract {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    @Override
    protected RateLimiters open() {
        return redis.limiters("hold-" + UUID.randomUUID())
                .testTime(clock, new ManualTimer(clock))
                .build();
    }
}
