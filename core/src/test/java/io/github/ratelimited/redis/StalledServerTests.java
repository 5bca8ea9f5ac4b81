package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.store.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server of its own that stops answering, and callers that do not wait for it. */
class StalledServerTests {

    private static final int RATE = 100;

    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final RateLimiters limiters = open();
    private final List<RateLimiter> all = declare(limiters);

    private RateLimiters open() {
        return RedisRateLimiters.builder(redis.client())
                .timeout(Duration.ofMillis(250))
                .onFailure(FailurePolicy.CLOSED)
                .build();
    }

    private static List<RateLimiter> declare(RateLimiters limiters) {
        return Stream.of(Algorithm.values())
                .map(algorithm -> limiters.declare(algorithm.name(), Limits.of(RATE, Duration.ofHours(1), algorithm)))
                .toList();
    }

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private static void pass(Duration duration) {
        Awaitility.await().pollDelay(duration).until(() -> true);
    }

    private void assertNothingIsBooked() {
        for (RateLimiter limiter : all) {
            long whole = limiter.limit().algorithm() == Algorithm.LEAKY_BUCKET ? 1 : RATE;
            Awaitility.await(limiter.name())
                    .ignoreExceptions()
                    .until(limiter::availablePermits, available -> available == whole);
        }
    }

    private List<CompletableFuture<Boolean>> ask(int times, Duration timeout) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(all.get(i % all.size()).tryAcquireAsync(1, timeout).toCompletableFuture());
        }
        return answers;
    }

    /** So that the server has the scripts, and this process a first answer. */
    private static void use(List<RateLimiter> limiters) {
        for (RateLimiter limiter : limiters) {
            Awaitility.await().ignoreExceptions().until(limiter::tryAcquire);
            Awaitility.await().ignoreExceptions().untilAsserted(limiter::reset);
        }
    }

    @Test
    @DisplayName("2.1 one try during a stall of 1.5 s costs nothing, whether its answer comes late or never")
    void aTryDuringAStallCostsNothing() {
        use(all);
        server.pause();
        List<CompletableFuture<Boolean>> answers = ask(all.size(), Duration.ZERO);
        pass(Duration.ofMillis(1500));
        Awaitility.await().until(() -> answers.stream().allMatch(CompletableFuture::isCompletedExceptionally));
        server.resume();
        assertNothingIsBooked();
    }

    @Test
    @DisplayName("2.19 a server that was stalled for 3 s books nothing for 64 callers that are gone")
    void booksNothingForCallersThatAreGone() {
        use(all);
        stall();
        assertNothingIsBooked();
    }

    @Test
    @DisplayName("2.19 nor for the first calls of a process, which does not know the server's time yet")
    void booksNothingForTheFirstCallers() {
        try (RateLimiters another = open()) {
            use(declare(another));
        }
        assertThat(all).allMatch(limiter -> limiter.limit().rate() == RATE);
        stall();
        assertNothingIsBooked();
    }

    private void stall() {
        server.pause();
        List<CompletableFuture<Boolean>> answers = ask(32, Duration.ZERO);
        answers.addAll(ask(32, Duration.ofMinutes(1)));
        pass(Duration.ofSeconds(3));
        for (CompletableFuture<Boolean> answer : answers) {
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(answer::get)
                    .withCauseInstanceOf(RateLimiterUnavailableException.class);
        }
        server.resume();
    }

    @Test
    @DisplayName("2.18 a store that is down fails each call within its timeout, and works again once it is back")
    void failsFastWhileTheServerIsDown() {
        use(all);
        server.kill();
        for (RateLimiter limiter : all) {
            long start = System.nanoTime();
            assertThatExceptionOfType(RateLimiterUnavailableException.class)
                    .isThrownBy(() -> limiter.tryAcquire(Duration.ofMinutes(1)));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
        server.restart();
        Awaitility.await().ignoreExceptions().until(() -> all.get(0).tryAcquire());
    }
}
