package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limiters that are leased, over a real Redis. */
class LeasedLimitersTests {

    private static final Duration LEASE = Duration.ofMillis(100);

    /** No permit of it comes back by itself during a test, however long that takes. */
    private static final Duration LONG = Duration.ofDays(1_000);

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private final String prefix = "leases-" + UUID.randomUUID();

    private RateLimiters leased(RateLimit limit) {
        return redis.limiters(prefix).lease("hot", LEASE).limit("hot", limit).build();
    }

    private RateLimiters exact(RateLimit limit) {
        return redis.limiters(prefix).limit("hot", limit).build();
    }

    /** Tells how many calls of several threads were granted. */
    private static long call(RateLimiter limiter, int threads, int calls) {
        LongAdder granted = new LongAdder();
        CompletableFuture<?>[] callers = IntStream.range(0, threads)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> IntStream.range(0, calls)
                        .forEach(i -> {
                            if (limiter.tryAcquire()) {
                                granted.increment();
                            }
                        })))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(callers).join();
        return granted.sum();
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"},
            mode = EnumSource.Mode.EXCLUDE)
    void grantWhatTheLimitHasAndGiveTheRestBackWhenClosed(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(50_000, LONG).withAlgorithm(algorithm);
        try (RateLimiters exact = exact(limit)) {
            long granted;
            try (RateLimiters leased = leased(limit)) {
                // An exact window takes nothing back behind 1,000 later grants, which slow returns could find.
                granted = call(leased.get("hot"), 4, 200);
            }

            assertThat(granted).isEqualTo(800);
            // A bucket keeps the part of a permit that it has refilled meanwhile.
            assertThat(exact.get("hot").availablePermits()).isBetween(49_199L, 49_200L);
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LEAKY_BUCKET", "CALENDAR_WINDOW"},
            mode = EnumSource.Mode.EXCLUDE)
    void twoInstancesNeverGrantMoreThanTheLimit(Algorithm algorithm) {
        RateLimit limit = RateLimit.of(900, LONG).withAlgorithm(algorithm);
        try (RateLimiters one = leased(limit);
                RateLimiters other = leased(limit)) {
            List<CompletableFuture<Long>> calls = Stream.of(one, other)
                    .map(limiters -> CompletableFuture.supplyAsync(() -> call(limiters.get("hot"), 2, 2_000)))
                    .toList();

            assertThat(calls.stream().mapToLong(CompletableFuture::join).sum()).isBetween(810L, 900L);
        }
    }

    @Test
    void giveBackWhatAnIdleInstanceHolds() {
        RateLimit limit = RateLimit.of(100_000, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
        try (RateLimiters leased = leased(limit);
                RateLimiters exact = exact(limit)) {
            call(leased.get("hot"), 2, 5_000);

            await().untilAsserted(() ->
                    assertThat(exact.get("hot").availablePermits()).isEqualTo(90_000));
        }
    }

    @Test
    void blockAtOnceWhereTheBlockWasSet() {
        RateLimit limit = RateLimit.of(100_000, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
        try (RateLimiters leased = leased(limit)) {
            RateLimiter hot = leased.get("hot");
            assertThat(call(hot, 2, 1_000)).isEqualTo(2_000);

            hot.block(Duration.ofMinutes(1));

            assertThat(hot.decide(1, Duration.ZERO).blocked()).isTrue();
        }
    }

    @Test
    void learnOfABlockOfAnotherInstanceAndGiveBackWhatTheyHold() {
        RateLimit limit = RateLimit.of(100_000, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
        try (RateLimiters leased = leased(limit);
                RateLimiters exact = exact(limit)) {
            RateLimiter hot = leased.get("hot");
            long granted = call(hot, 2, 1_000);
            exact.get("hot").block(Duration.ofMinutes(1));
            while (hot.tryAcquire()) {
                granted++;
            }

            assertThat(hot.decide(1, Duration.ZERO).blocked()).isTrue();
            exact.get("hot").unblock();
            long left = 100_000 - granted;
            await().untilAsserted(() ->
                    assertThat(exact.get("hot").availablePermits()).isEqualTo(left));
        }
    }

    @Test
    void spendNothingThatTheyHoldUnderALimitThatWasLowered() {
        RateLimit limit = RateLimit.of(100_000, Duration.ofHours(1)).withAlgorithm(Algorithm.FIXED_WINDOW);
        RateLimit lower = limit.withRate(10, 10);
        try (RateLimiters leased = leased(limit);
                RateLimiters exact = exact(limit)) {
            RateLimiter hot = leased.get("hot");
            call(hot, 2, 1_000);
            exact.get("hot").setRate(lower);
            while (hot.limit().equals(limit)) {
                hot.tryAcquire();
            }

            assertThat(call(hot, 2, 100)).isZero();
        }
    }

    @Test
    void cannotBeMadeForALimitThatCannotBeLeased() {
        RateLimit minute = RateLimit.of(100, Duration.ofMinutes(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leased(minute.withAlgorithm(Algorithm.LEAKY_BUCKET)))
                .withMessageContaining("'hot'")
                .withMessageContaining("LEAKY_BUCKET");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leased(RateLimit.of(100, Duration.ofMillis(500))))
                .withMessageContaining("tenth of the interval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> redis.limiters(prefix).lease("hot", Duration.ofMillis(5)))
                .withMessageContaining("10ms to 1s");
    }

    @Test
    void cannotBeMadeWhereKeysAreBlockedAfterRejections() {
        var builder = redis.limiters(prefix)
                .lease("hot", LEASE)
                .blockAfterRejection(limiter -> limiter.equals("hot") ? Duration.ofMinutes(1) : null);
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("'hot'")
                .withMessageContaining("blocks. Remove lease(..), or let blockAfterRejection(..) leave it out");
    }

    @Test
    void mayStandBesideLimitersThatBlock() {
        try (RateLimiters limiters = redis.limiters(prefix)
                .lease("hot", LEASE)
                .blockAfterRejection(limiter -> limiter.equals("other") ? Duration.ofMinutes(1) : null)
                .build()) {
            assertThat(limiters.names()).isEmpty();
        }
    }

    @Test
    void settleCallsInRedis() {
        RateLimit minute = RateLimit.of(100, Duration.ofMinutes(1));
        try (RateLimiters limiters = redis.limiters(prefix)
                .lease("hot", LEASE)
                .limit("hot", minute)
                .limit("other", minute)
                .build()) {
            RateLimiter hot = limiters.get("hot");
            Map<RateLimiter, Long> both = Map.of(hot, 10L, limiters.get("other"), 10L);
            hot.hold(10, Duration.ZERO).settle(3);
            limiters.hold(both, Duration.ofSeconds(1)).values().forEach(hold -> hold.settle(4));
            await().untilAsserted(() -> assertThat(hot.availablePermits()).isEqualTo(93));
            await().untilAsserted(() ->
                    assertThat(limiters.get("other").availablePermits()).isEqualTo(96));
        }
    }
}
