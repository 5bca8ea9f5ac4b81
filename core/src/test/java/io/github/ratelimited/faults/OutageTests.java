package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.launcher.TcpProxy;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.config.Config;

/** What single callers see of an outage. */
class OutageTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aReservationStandsWhenRedisGoesAndAWaitForSeveralLimitsGoesOnInTheProcess() throws Exception {
        try (FaultyRedis redis = new FaultyRedis(RedisServer.builder(), FailurePolicy.LOCAL, Duration.ofSeconds(3))) {
            RateLimiter slow = redis.limiters.declare("slow", RateLimit.of(1, Duration.ofSeconds(4)));
            slow.acquire();
            CompletableFuture<Decision> reserved = slow.decideAsync(1, MINUTE).toCompletableFuture();
            CompletableFuture<Decision> several = redis.limiters
                    .decideAsync(Map.of(slow, 1L, redis.limiter, 1L), MINUTE)
                    .toCompletableFuture();
            Awaitility.await()
                    .until(() -> slow.decide(1, Duration.ZERO).retryAfter().compareTo(Duration.ofSeconds(4)) > 0);
            redis.server.kill();
            assertThat(reserved.get(60, TimeUnit.SECONDS).basis()).isEqualTo(Basis.STORE);
            assertThat(several.get(60, TimeUnit.SECONDS).basis()).isEqualTo(Basis.LOCAL);
            assertThat(reserved.join().allowed() && several.join().allowed()).isTrue();
        }
    }

    @Test
    void waitsInTheProcessWhileRedisIsDown() {
        try (FaultyRedis redis = FaultyRedis.start()) {
            redis.server.kill();
            RateLimiter slow = redis.limiters.declare("slow", RateLimit.of(1, Duration.ofSeconds(1)));
            slow.acquire();
            // One at least comes before the permit of the last is back.
            assertThat(Stream.generate(() -> slow.decide(1, MINUTE)).limit(3))
                    .allMatch(decision -> decision.allowed() && decision.basis() == Basis.LOCAL)
                    .anyMatch(decision -> !decision.delay().isZero());
        }
    }

    static Stream<Consumer<TcpProxy>> losses() {
        return Stream.of(TcpProxy::cut, TcpProxy::freeze);
    }

    /** Redisson does not fail what was sent on a connection that is lost, but waits for its answer, here for a minute. */
    @ParameterizedTest
    @MethodSource("losses")
    void aLostAnswerKeepsNobodyFromRedisOnceThereAreOtherConnections(Consumer<TcpProxy> loss) {
        try (FaultyRedis redis = FaultyRedis.start()) {
            RedissonConnection connection = RedissonConnection.of(redis.client);
            connection.extendReplyTimeout(MINUTE);
            try (RateLimiters limiters = RedisRateLimiters.builder(connection)
                    .timeout(Duration.ofMillis(250))
                    .build()) {
                RateLimiter limiter = limiters.declare("lost", FaultyRedis.LIMIT);
                Awaitility.await().until(() -> limiter.decide(1, Duration.ZERO).basis() == Basis.STORE);
                redis.proxy.delay(Duration.ofSeconds(1));
                CompletionStage<Decision> lost = limiter.decideAsync(1, Duration.ZERO);
                FaultyRedis.pass(Duration.ofMillis(50));
                loss.accept(redis.proxy);
                redis.proxy.delay(Duration.ZERO);
                assertThat(lost.toCompletableFuture().join().basis()).isEqualTo(Basis.LOCAL);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> limiter.decide(1, Duration.ZERO).basis() == Basis.STORE);
            }
        }
    }

    @Test
    void waitsForALateAnswerAsLongAsItIsTold() {
        try (FaultyRedis redis = FaultyRedis.startWithPatience()) {
            redis.proxy.delay(Duration.ofSeconds(3));
            assertThat(redis.limiter.decide(1, Duration.ZERO).basis()).isEqualTo(Basis.STORE);
        }
    }

    @Test
    @DisplayName("while Redis is known to be down, calls take microseconds")
    void callsTakeMicroseconds() {
        for (FailurePolicy policy : FailurePolicy.values()) {
            try (FaultyRedis redis = new FaultyRedis(RedisServer.builder(), policy)) {
                redis.server.pause();
                long[] nanos = new long[20_000];
                for (int warm = 0; warm < 2; warm++) {
                    for (int i = 0; i < nanos.length; i++) {
                        long start = System.nanoTime();
                        redis.limiter
                                .decideAsync(1, Duration.ZERO)
                                .toCompletableFuture()
                                .isDone();
                        nanos[i] = System.nanoTime() - start;
                    }
                    traffic(redis);
                }
                redis.server.resume();
                Arrays.sort(nanos);
                System.out.printf(
                        "%s while Redis is down: median %.1f us, 99 %% within %.1f us%n",
                        policy, nanos[nanos.length / 2] / 1e3, nanos[nanos.length / 100 * 99] / 1e3);
                assertThat(nanos[nanos.length / 2]).isLessThan(1_000_000);
            }
        }
    }

    /** Until the breaker is open, a call waits for its deadline. */
    private static void traffic(FaultyRedis redis) {
        Awaitility.await()
                .until(() -> redis.limiter
                        .decideAsync(1, Duration.ZERO)
                        .toCompletableFuture()
                        .isDone());
    }

    @Test
    void aWrongPasswordIsNoticedByNobodyButTheLog() {
        try (RedisServer server =
                        RedisServer.builder().setting("requirepass", "right").start();
                RateLimiters limiters = RedisRateLimiters.builder(RedissonConnection.connect(() -> {
                            Config config = FaultyRedis.config(server.redis());
                            config.setPassword("wrong");
                            return Redisson.create(config);
                        }))
                        .build()) {
            RateLimiter limiter = limiters.declare("api", FaultyRedis.LIMIT);
            assertThat(limiter.decide(1, Duration.ZERO).basis()).isEqualTo(Basis.LOCAL);
            try (var connection = server.redis().connect()) {
                connection.command("AUTH", "right");
                connection.command("CONFIG", "SET", "requirepass", "wrong");
            }
            Awaitility.await().until(() -> limiter.decide(1, Duration.ZERO).basis() == Basis.STORE);
        }
    }
}
