package io.github.ratelimited.redis;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.denial.DenialCacheStore;
import io.github.ratelimited.failover.BreakerStore;
import io.github.ratelimited.failover.FailurePolicyStore;
import io.github.ratelimited.failover.LocalShare;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.config.Config;

/** The tests' Redis with a client of its own. */
public record RealRedis(Redis server, RedissonClient client) implements AutoCloseable {

    /** A busy machine does not reach it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    public static RealRedis open() {
        return open(Redis.shared());
    }

    public static RealRedis open(Redis server) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(server.url())
                .setConnectionMinimumIdleSize(4)
                .setConnectionPoolSize(16)
                .setTimeout((int) TIMEOUT.toMillis());
        config.setThreads(4).setNettyThreads(4);
        return new RealRedis(server, Redisson.create(config));
    }

    /** All that stands between a program and Redis. */
    TestedStore store(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        RedisStore redis = scripts(prefix, horizon, testClock);
        LongSupplier clock = testClock == null ? Micros.monotonicClock() : Micros.clock(testClock);
        LocalStore local = new LocalStore(clock, Basis.LOCAL, 1);
        BreakerStore breaker = new BreakerStore(redis, TIMEOUT, StoreRateLimiters.timer(), LimiterObserver.NONE);
        FailurePolicyStore failurePolicies = new FailurePolicyStore(
                new BatchingStore(breaker, Duration.ofSeconds(5), LimiterObserver.NONE),
                local,
                name -> FailurePolicy.CLOSED,
                LocalShare.WHOLE);
        DenialCacheStore denials =
                new DenialCacheStore(failurePolicies, clock, Duration.ofSeconds(1), Duration.ofSeconds(2));
        return new TestedStore(
                denials, new RoutedUsage(local, redis.operations(), breaker, failurePolicies, denials, null));
    }

    /** Every question is put to Redis, and those that arrive together at once. */
    TestedStore batching(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        RedisStore redis = scripts(prefix, horizon, testClock);
        return new TestedStore(
                new BatchingStore(redis, Duration.ofSeconds(5), LimiterObserver.NONE), redis.operations());
    }

    /** One script for every question. */
    RedisStore scripts(String prefix, Duration horizon, @Nullable InstantSource testClock) {
        RedissonConnection connection = RedissonConnection.of(client);
        connection.extendReplyTimeout(TIMEOUT);
        return new RedisStore(new ScriptRunner(connection), new RedisKeys(prefix), TIMEOUT, testClock);
    }

    /** Asks by scripts. */
    StoreDriver driver(RedisStore redis, String limiter, String key) {
        return new StoreDriver(redis, redis.operations(), limiter, key);
    }

    /** Limiters with a timeout that a busy machine does not reach, and which nothing but Redis decides. */
    RedisRateLimiters.Builder limiters(String prefix) {
        return RedisRateLimiters.builder(client).prefix(prefix).timeout(TIMEOUT).onFailure(FailurePolicy.CLOSED);
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
