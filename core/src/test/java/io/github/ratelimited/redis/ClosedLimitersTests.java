package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.local.OpenRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever counts, and whether or not it was asked before, nothing decides after closing. */
class ClosedLimitersTests {

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofMinutes(10));

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static RedisRateLimiters.Builder redis(FailurePolicy policy) {
        return RedisRateLimiters.builder(redis.client())
                .prefix(UUID.randomUUID() + "")
                .timeout(Duration.ofSeconds(10))
                .onFailure(policy)
                .limit("api", LIMIT);
    }

    private static RedissonConnection unreachable() {
        return RedissonConnection.connect(() -> {
            throw new IllegalArgumentException("there is no Redis");
        });
    }

    static Stream<Named<RateLimiters>> all() {
        return Stream.of(
                Named.of("Redis", redis(FailurePolicy.LOCAL).build()),
                Named.of("open", redis(FailurePolicy.OPEN).build()),
                Named.of(
                        "leased",
                        redis(FailurePolicy.LOCAL)
                                .lease("api", Duration.ofSeconds(1))
                                .build()),
                Named.of(
                        "per client",
                        redis(FailurePolicy.CLOSED)
                                .limit("api", LIMIT.withType(RateType.PER_CLIENT))
                                .build()),
                Named.of(
                        "without Redis",
                        RedisRateLimiters.builder(unreachable())
                                .limit("api", LIMIT)
                                .build()),
                Named.of(
                        "in process",
                        LocalRateLimiters.builder().limit("api", LIMIT).build()),
                Named.of(
                        "switched off",
                        new OpenRateLimiters().limit("api", LIMIT).build()),
                Named.of(
                        "RRateLimiter",
                        RRateLimiters.builder(redis.client())
                                .prefix(UUID.randomUUID() + "")
                                .timeout(Duration.ofSeconds(10))
                                .limit("api", LIMIT)
                                .build()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void nothingIsAskedAfterClosing(RateLimiters limiters) {
        RateLimiter asked = limiters.get("api");
        Awaitility.await().ignoreExceptions().until(asked::tryAcquire);
        limiters.close();

        List<Consumer<RateLimiter>> questions = List.of(
                RateLimiter::tryAcquire,
                limiter -> limiter.acquire(1),
                limiter -> limiter.decide(1, Duration.ofSeconds(1)),
                limiter -> limiters.decide(Map.of(limiter, 1L), Duration.ZERO),
                RateLimiter::availablePermits,
                limiter -> limiter.release(1),
                RateLimiter::reset,
                RateLimiter::limit,
                RateLimiter::isRateSet,
                RateLimiter::clearRate,
                limiter -> limiter.trySetRate(LIMIT),
                limiter -> limiter.setRate(LIMIT),
                limiter -> limiters.declare("api", LIMIT));
        for (RateLimiter limiter : List.of(asked, asked.forKey("alice"), limiters.get("api"))) {
            assertThat(questions)
                    .allSatisfy(question -> assertThatIllegalStateException()
                            .isThrownBy(() -> question.accept(limiter))
                            .withMessageContaining("'api' was closed"));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void stagesFailAfterClosing(RateLimiters limiters) {
        RateLimiter limiter = limiters.get("api");
        limiters.close();

        List<Function<RateLimiter, CompletionStage<?>>> questions = List.of(
                each -> each.tryAcquireAsync(1, Duration.ZERO),
                each -> each.acquireAsync(1),
                each -> each.decideAsync(1, Duration.ofSeconds(1)),
                each -> limiters.decideAsync(Map.of(each, 1L), Duration.ZERO),
                RateLimiter::availablePermitsAsync,
                each -> each.releaseAsync(1),
                RateLimiter::limitAsync,
                RateLimiter::clearRateAsync,
                each -> each.setRateAsync(LIMIT));
        assertThat(questions)
                .allSatisfy(question -> assertThat(
                                question.apply(limiter.forKey("alice")).toCompletableFuture())
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(IllegalStateException.class)
                        .withMessageContaining("'api' was closed"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void callsThatWaitEnd(RateLimiters limiters) {
        RateLimiter limiter = limiters.get("api");
        Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
        if (limiter.limit().rate() > LIMIT.rate()) {
            limiters.close();
            return;
        }
        Awaitility.await().until(() -> !limiter.tryAcquire());
        CompletableFuture<Void> wait = limiter.acquireAsync(1).toCompletableFuture();
        limiters.close();

        assertThat(wait)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RateLimiterUnavailableException.class)
                .withMessageContaining("closed during a wait");
    }

    @Test
    void callsEndWhoseLimitIsLookedUp() {
        CompletableFuture<RateLimit> answer = new CompletableFuture<>();
        RateLimiters limiters = LocalRateLimiters.builder()
                .limit("api", LIMIT)
                .limitSource((name, key) -> answer.join(), name -> true)
                .limitSourceTimeout(Duration.ofMinutes(1))
                .build();
        CompletableFuture<?> call = limiters.get("api")
                .forKey("alice")
                .decideAsync(1, Duration.ZERO)
                .toCompletableFuture();
        limiters.close();
        answer.complete(LIMIT);

        assertThat(call)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("'api' was closed");
    }

    @ParameterizedTest
    @MethodSource("all")
    void aHoldIsSettledWithoutFailure(RateLimiters limiters) {
        RateLimiter limiter = limiters.get("api");
        Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
        Hold hold;
        try {
            hold = limiter.hold(5, Duration.ZERO);
        } catch (UnsupportedOperationException ex) {
            limiters.close();
            return;
        }
        limiters.close();

        assertThatCode(() -> hold.settle(7)).doesNotThrowAnyException();
        assertThat(hold.settleAsync(7).toCompletableFuture()).succeedsWithin(Duration.ofSeconds(10));
    }
}
