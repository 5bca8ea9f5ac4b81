package io.github.ratelimited.redis.limits;

import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.UUID;

/** The limits of names and of keys in a Redis that nothing else has. */
record LimitHashes(LimitsHash names, RedisKeyLimits keys) {

    static LimitHashes of(RealRedis redis) {
        RedissonConnection connection = RedissonConnection.of(redis.client());
        RedisKeys names = new RedisKeys(UUID.randomUUID() + "");
        Duration timeout = Duration.ofSeconds(10);
        return new LimitHashes(
                new LimitsHash(connection, names.limits(), timeout),
                new RedisKeyLimits(
                        new KeyLimitsHash(connection, names.keyLimits(), timeout, null),
                        new ManualTimer(new TestClock()),
                        new SharedClock(Micros.monotonicClock(), true)));
    }
}
