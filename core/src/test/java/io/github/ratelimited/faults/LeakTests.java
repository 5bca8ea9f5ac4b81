package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.FirstAttempts;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.client.NettyHook;
import org.redisson.config.Config;

/** Limiters that are made and closed again and again in one process. */
class LeakTests {

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("ratelimited") || name.startsWith("redisson"))
                .collect(Collectors.toSet());
    }

    private static RateLimiters open(RedisServer server) {
        return RedisRateLimiters.builder(
                        RedissonConnection.connect(() -> Redisson.create(FaultyRedis.config(server.redis()))))
                .onFailure(FailurePolicy.CLOSED)
                .timeout(Duration.ofSeconds(3))
                .reservationHorizon(Duration.ofMinutes(10))
                .build();
    }

    private static long connections(RedisServer server) {
        return String.valueOf(server.redis().command("CLIENT", "LIST")).lines().count();
    }

    @Test
    void noThreadAndNoConnectionOutlivesTheLimitersAndWaitersAreTold() {
        Set<String> before = threads();
        try (RedisServer server = RedisServer.start()) {
            for (int i = 0; i < 4; i++) {
                List<CompletableFuture<Void>> waiters;
                try (RateLimiters limiters = open(server)) {
                    RateLimiter limiter = limiters.declare("api" + i, RateLimit.of(1, Duration.ofMinutes(1)));
                    Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
                    waiters = Stream.generate(() -> limiter.acquireAsync(1).toCompletableFuture())
                            .limit(5)
                            .toList();
                    Awaitility.await()
                            .ignoreExceptions()
                            .until(() -> limiter.decide(1, Duration.ZERO)
                                            .retryAfter()
                                            .compareTo(Duration.ofMinutes(4))
                                    > 0);
                    if (i % 2 == 1) {
                        server.pause();
                    }
                }
                server.resume();
                assertThat(waiters)
                        .allSatisfy(waiter -> assertThatExceptionOfType(CompletionException.class)
                                .isThrownBy(() ->
                                        waiter.orTimeout(20, TimeUnit.SECONDS).join())
                                .withCauseInstanceOf(RateLimiterUnavailableException.class)
                                .withMessageContaining("closed"));
            }
            Awaitility.await().untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
            Awaitility.await().until(() -> connections(server) == 1);
        }
    }

    // In 17 of 40 runs of its own, a client that was shut down without a quiet period left such connections.
    @Test
    void leavesNoConnectionThatIsMadeWhileItCloses() throws InterruptedException {
        Channels channels = new Channels();
        try (RedisServer server = RedisServer.start()) {
            Redis redis = server.redis();
            for (int i = 0; i < 10; i++) {
                Config config = FaultyRedis.config(redis).setNettyHook(channels);
                RedissonConnection connection = RedissonConnection.connect(() -> Redisson.create(config));
                FirstAttempts.await(connection);
                Bootstrap bootstrap = channels.bootstrap;
                Thread reconnects = new Thread(() -> {
                    while (!bootstrap.config().group().isShuttingDown()) {
                        bootstrap.connect(redis.host(), redis.port());
                        FaultyRedis.pass(Duration.ofNanos(50_000));
                    }
                });
                reconnects.setDaemon(true);
                reconnects.start();
                connection.close();
                reconnects.join();
            }
        }
        assertThat(channels.made).hasSizeGreaterThan(50).noneMatch(Channel::isOpen);
    }

    @Test
    void closesWhileItCannotConnect() {
        Set<String> before = threads();
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            try (RateLimiters limiters = open(server)) {
                RateLimiter limiter = limiters.declare("api", FaultyRedis.LIMIT);
                assertThatExceptionOfType(RateLimiterUnavailableException.class).isThrownBy(limiter::tryAcquire);
            }
        }
        Awaitility.await().untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
    }

    private static final class Channels implements NettyHook {

        private final Set<Channel> made = ConcurrentHashMap.newKeySet();
        private volatile Bootstrap bootstrap = new Bootstrap();

        @Override
        public void afterBoostrapInitialization(Bootstrap bootstrap) {
            this.bootstrap = bootstrap;
        }

        @Override
        public void afterChannelInitialization(Channel channel) {
            made.add(channel);
        }
    }
}
