package io.github.ratelimited.faults;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.RedisServerBuilder;
import io.github.ratelimited.launcher.TcpProxy;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.EqualJitterDelay;

/** A server of its own behind a proxy, and a node with one limit on it. */
final class FaultyRedis implements AutoCloseable {

    /** Used up before a test ends, with an interval that no test sees the end of. */
    static final RateLimit LIMIT = RateLimit.of(300, Duration.ofHours(1));

    final RedisServer server;
    final TcpProxy proxy;
    final RedissonClient client;
    final RateLimiters limiters;
    final RateLimiter limiter;

    FaultyRedis(RedisServerBuilder settings, FailurePolicy policy) {
        this(settings, policy, Duration.ofMillis(250));
    }

    FaultyRedis(RedisServerBuilder settings, FailurePolicy policy, Duration timeout) {
        server = settings.start();
        proxy = TcpProxy.to(server.redis());
        client = Redisson.create(config(proxy.redis(), timeout));
        limiters = RedisRateLimiters.builder(client)
                .onFailure(policy)
                .timeout(timeout)
                .build();
        limiter = limiters.declare("api", LIMIT);
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> limiter.decide(0, Duration.ZERO).allowed());
    }

    static FaultyRedis start() {
        return new FaultyRedis(RedisServer.builder(), FailurePolicy.LOCAL);
    }

    /** Where no fault is to be noticed, nor a machine that is busy. */
    static FaultyRedis startWithPatience() {
        return new FaultyRedis(RedisServer.builder(), FailurePolicy.LOCAL, Duration.ofSeconds(10));
    }

    /** As the auto-configuration sets its own client up, but for a pool that shrinks while a test looks. */
    static Config config(Redis redis) {
        return config(redis, Duration.ofSeconds(1));
    }

    private static Config config(Redis redis, Duration timeout) {
        Config config = new Config().setLazyInitialization(true);
        config.useSingleServer()
                .setAddress(redis.url())
                .setConnectTimeout(2000)
                .setIdleConnectionTimeout(3000)
                .setPingConnectionInterval((int) Math.max(1000, timeout.toMillis()))
                .setReconnectionDelay(new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1)))
                .setConnectionMinimumIdleSize(4)
                .setConnectionPoolSize(16);
        return config.setThreads(4).setNettyThreads(4);
    }

    /** Lets time pass in which the fault lasts. */
    static void pass(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** Permits that Redis counts as used. */
    long booked() {
        return LIMIT.rate() - limiter.availablePermits();
    }

    @Override
    public void close() {
        limiters.close();
        client.shutdown();
        proxy.close();
        server.close();
    }
}
