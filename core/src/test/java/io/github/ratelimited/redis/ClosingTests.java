package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import io.github.ratelimited.redis.rratelimiter.RedissonLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClosingTests {

    private final String prefix = UUID.randomUUID().toString();

    /** With a client of its own, which is shut down right after the permits were sent back. */
    private RateLimiters open() {
        return open(
                RedissonConnection.connect(() -> RealRedis.open(Redis.shared()).client()));
    }

    private RateLimiters open(RedissonConnection connection) {
        return RedisRateLimiters.builder(connection)
                .prefix(prefix)
                .onFailure(FailurePolicy.CLOSED)
                .timeout(Duration.ofSeconds(10))
                .executor(Runnable::run)
                .build();
    }

    /** The two with windows keep only the last ones, so the slots before those stay empty for up to the horizon. */
    @ParameterizedTest(name = "2.7 closing gives back what is reserved, so that the next process waits for nobody: {0}")
    @EnumSource(names = {"SLIDING_WINDOW", "TOKEN_BUCKET", "LEAKY_BUCKET"})
    void givesBackWhatIsReserved(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(2, Duration.ofSeconds(2)).withAlgorithm(algorithm);
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        RateLimiters closing = open();
        try (RateLimiters next = open()) {
            RateLimiter limiter = closing.declare("api", limit);
            Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
            for (int i = 0; i < 20; i++) {
                CompletableFuture<Void> wait = limiter.acquireAsync(1).toCompletableFuture();
                waits.add(wait);
            }
            RateLimiter other = next.declare("api", limit);
            Awaitility.await().ignoreExceptions().until(() -> retryAfter(other).compareTo(Duration.ofSeconds(8)) > 0);

            closing.close();

            Awaitility.await().untilAsserted(() -> assertThat(retryAfter(other)).isLessThan(Duration.ofSeconds(3)));
            assertThat(waits).allMatch(CompletableFuture::isDone);
        } finally {
            closing.close();
        }
    }

    @Test
    @DisplayName("2.7 closing gives back what is reserved by a request on its way")
    void givesBackWhatIsReservedMeanwhile() {
        RateLimit limit = RateLimit.of(1, Duration.ofSeconds(20)).withAlgorithm(Algorithm.TOKEN_BUCKET);
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RateLimiters next = open(RedissonConnection.of(redis.client()))) {
            RateLimiters closing = open(RedissonConnection.of(redis.client()));
            RateLimiter limiter = closing.declare("api", limit);
            Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
            RateLimiter other = next.declare("api", limit);
            Awaitility.await().ignoreExceptions().until(() -> !retryAfter(other).isZero());
            server.redis().command("CLIENT", "PAUSE", "60000", "WRITE");
            limiter.decideAsync(1, Duration.ofMinutes(1));

            CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
            assertThat(closed).failsWithin(Duration.ofMillis(300));
            server.redis().command("CLIENT", "UNPAUSE");

            assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
            assertThat(retryAfter(other)).isLessThanOrEqualTo(Duration.ofSeconds(20));
        }
    }

    private static Duration retryAfter(RateLimiter limiter) {
        return limiter.decide(1, Duration.ZERO).retryAfter();
    }

    @Test
    void endsWaitsForRRateLimiters() {
        try (RealRedis redis = RealRedis.open()) {
            RateLimiters limiters = RRateLimiters.builder(redis.client())
                    .timeout(Duration.ofSeconds(10))
                    .prefix(prefix)
                    .limit("api", RateLimit.of(3, Duration.ofHours(1)))
                    .build();
            RateLimiter limiter = limiters.get("api");
            limiter.acquire(3);
            CompletableFuture<Void> wait = limiter.acquireAsync(1).toCompletableFuture();

            limiters.close();

            assertClosed(wait);
            assertClosed(((RedissonLimiters) limiters).untilClosed(new CompletableFuture<>()));
        }
    }

    private static void assertClosed(CompletableFuture<Void> wait) {
        assertThat(wait)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("closed during a wait");
    }
}
