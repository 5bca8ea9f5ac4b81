package io.github.ratelimited.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RedissonClient;

/** What is asked of Redis before it is connected. */
@Timeout(60)
class FirstAttemptTests {

    private static final RateLimit TWO = RateLimit.of(2, Duration.ofHours(1));

    private final String prefix = UUID.randomUUID().toString();
    private final CompletableFuture<RedissonClient> client = new CompletableFuture<>();
    private final RedissonConnection connection = RedissonConnection.connect(client::join);

    /** Waits for a first attempt as long as for replies, so a machine that is slow changes nothing. */
    private RateLimiters limiters(Duration timeout) {
        return RedisRateLimiters.builder(connection)
                .prefix(prefix)
                .timeout(timeout)
                .onFailure(FailurePolicy.CLOSED)
                .limit("api", TWO)
                .build();
    }

    private void connect() {
        client.complete(RealRedis.open(Redis.shared()).client());
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void everythingWaitsForItAndIsThenAnsweredByRedis() throws Exception {
        try (RateLimiters limiters = limiters(Duration.ofSeconds(30))) {
            RateLimiter api = limiters.get("api");
            CompletionStage<Decision> decision = api.decideAsync(1, Duration.ZERO);
            CompletionStage<Decision> several = limiters.decideAsync(Map.of(api, 1L), Duration.ZERO);
            CompletionStage<Long> available = api.availablePermitsAsync();
            CompletionStage<Void> set = limiters.get("other").setRateAsync(TWO);
            assertThat(List.of(decision, several, available, set))
                    .noneMatch(stage -> stage.toCompletableFuture().isDone());
            connect();
            assertThat(answer(decision).basis()).isEqualTo(Basis.STORE);
            assertThat(answer(several).allowed()).isTrue();
            assertThat(answer(available)).isBetween(0L, 2L);
            answer(set);
            assertThat(api.tryAcquire()).isFalse();
        }
    }

    @Test
    void limitersOfRedissonWaitForIt() throws Exception {
        try (RateLimiters limiters = RRateLimiters.builder(connection)
                .prefix(prefix)
                .timeout(Duration.ofSeconds(30))
                .limit("api", TWO)
                .build()) {
            CompletionStage<Decision> decision = limiters.get("api").decideAsync(1, Duration.ZERO);
            assertThat(decision.toCompletableFuture().isDone()).isFalse();
            connect();
            assertThat(answer(decision).allowed()).isTrue();
        }
    }

    @Test
    void aCallerThatStopsWaitingTakesNothing() throws Exception {
        try (RateLimiters limiters = limiters(Duration.ofSeconds(30))) {
            RateLimiter api = limiters.get("api");
            CompletionStage<Decision> gone = api.decideAsync(1, Duration.ZERO);
            gone.toCompletableFuture().cancel(false);
            CompletionStage<Boolean> both = api.tryAcquireAsync(2, Duration.ZERO);
            connect();
            assertThat(answer(both)).isTrue();
        }
    }

    @Tag("long")
    @Test
    void oneThatTakesTooLongIsToldAndNoLongerWaitedFor() {
        try (LoggedLines lines = LoggedLines.of(RedissonConnection.class);
                RateLimiters limiters = limiters(Duration.ofMillis(250))) {
            CompletionStage<Decision> decision = limiters.get("api").decideAsync(1, Duration.ZERO);
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> answer(decision))
                    .withCauseInstanceOf(RateLimiterUnavailableException.class);
            assertThat(lines.texts())
                    .as("a machine that is busy takes longer than 2 s to connect")
                    .isEmpty();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(lines.texts())
                            .containsExactly("The first attempt to connect to Redis has taken 10 s;"
                                    + " calls no longer wait for it"));
        } finally {
            connect();
        }
    }

    @Test
    void closingEndsTheWait() {
        RateLimiters limiters = limiters(Duration.ofSeconds(50));
        CompletionStage<Decision> decision = limiters.get("api").decideAsync(1, Duration.ZERO);
        limiters.close();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> answer(decision))
                .withCauseInstanceOf(IllegalStateException.class);
        connect();
    }
}
