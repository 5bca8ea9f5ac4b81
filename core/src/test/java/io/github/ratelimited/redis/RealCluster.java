package io.github.ratelimited.redis;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.batch.BatchingStore;
import io.github.ratelimited.launcher.RedisCluster;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.redis.script.RedisKeys;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.TestedStore;
import java.time.Duration;
import java.time.InstantSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;

/** The tests' cluster with a client of its own. */
public record RealCluster(RedisCluster servers, RedissonClient client) implements AutoCloseable {

    public static RealCluster open() {
        RedisCluster servers = RedisCluster.shared();
        Config config = new Config();
        config.useClusterServers()
                .addNodeAddress(servers.urls().toArray(String[]::new))
                .setScanInterval(1000)
                .setTimeout(10_000)
                .setReadMode(ReadMode.MASTER)
                .setMasterConnectionMinimumIdleSize(2)
                .setMasterConnectionPoolSize(16)
                .setSlaveConnectionMinimumIdleSize(1)
                .setSlaveConnectionPoolSize(4);
        config.setThreads(4).setNettyThreads(4);
        return new RealCluster(servers, Redisson.create(config));
    }

    /** A store as {@link RedisRateLimiters} has it, on a clock of the test. */
    public TestedStore store(String prefix, InstantSource clock) {
        RedisStore redis = new RedisStore(
                new ScriptRunner(RedissonConnection.of(client)), new RedisKeys(prefix), Duration.ofSeconds(10), clock);
        LocalStore local = new LocalStore(Micros.clock(clock), Basis.STORE, 1000);
        return new TestedStore(
                new RoutingStore(
                        new BatchingStore(redis, Duration.ofSeconds(5), LimiterObserver.NONE), local, () -> true),
                redis.operations());
    }

    /** Limiters with the default timeout, which nothing but the cluster decides. */
    public RedisRateLimiters.Builder limiters(String prefix) {
        return RedisRateLimiters.builder(client).prefix(prefix).onFailure(FailurePolicy.CLOSED);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
