package io.github.ratelimited.redis;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.batch.BatchStore;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.failover.DenialCacheStore;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.redis.script.ScriptRunner;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.config.Config;

/** The tests' Redis with a client of its own. */
public record RealRedis(Redis server, RedissonClient client) implements AutoCloseable {

    public static RealRedis open() {
        return open(Redis.shared());
    }

    public static RealRedis open(Redis server) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(server.url())
                .setConnectionMinimumIdleSize(4)
                .setConnectionPoolSize(16);
        config.setThreads(4).setNettyThreads(4);
        return new RealRedis(server, Redisson.create(config));
    }

    /** All that stands between a program and Redis. */
    LimiterStore store(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        return new DenialCacheStore(
                batching(prefix, horizon, testClock),
                testClock == null ? Micros.monotonicClock() : Micros.clock(testClock),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2));
    }

    /** Every question is put to Redis, and those that arrive together at once. */
    LimiterStore batching(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        return new BatchingStore(scripts(prefix, horizon, testClock));
    }

    /** One script for every question. */
    public BatchStore scripts(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        return new RedisStore(
                new ScriptRunner(RedissonConnection.of(client)),
                new RedisKeys(prefix),
                Duration.ofSeconds(10),
                testClock);
    }

    /** Limiters with a timeout that a busy machine does not reach, and which nothing but Redis decides. */
    RedisRateLimiters.Builder limiters(String prefix) {
        return RedisRateLimiters.builder(client)
                .prefix(prefix)
                .timeout(Duration.ofSeconds(10))
                .onFailure(FailurePolicy.CLOSED);
    }

    /** Keys of the server that begin with a prefix, sorted. */
    public List<String> keys(String prefix) {
        return client.getKeys()
                .getKeysStream(KeysScanOptions.defaults().pattern(prefix + ":*").chunkSize(1000))
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
