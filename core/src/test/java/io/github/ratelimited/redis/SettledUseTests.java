package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.TestSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads with random estimates and costs: Redis counts what was settled, and what is in flight, and nothing else. With
 * {@code -Dtests.full} for a minute.
 */
class SettledUseTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final int THREADS = 64;
    private static final int CALLS = 40;
    private static final long LEAST_ROUNDS = 6;
    private static final int MOST_TAKEN = 50;
    private static final int MOST_USED = 90;
    private static final RateLimit LIMIT = RateLimit.of(1_500, Duration.ofHours(10));
    private static final RateLimit WIDE = RateLimit.of(1_000_000_000, Duration.ofHours(10));

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final RateLimiters limiters =
            redis.limiters("settled-" + UUID.randomUUID()).build();

    /** Never more is counted than this, less what is known not to be. */
    private final LongAdder most = new LongAdder();

    private final LongAdder notCounted = new LongAdder();
    private final LongAdder settled = new LongAdder();
    private long released;

    @AfterEach
    void closeLimiters() {
        threads.shutdownNow();
        limiters.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"SLIDING_WINDOW", "SLIDING_WINDOW_COUNTER", "FIXED_WINDOW"})
    void redisCountsWhatWasSettled(Algorithm algorithm) throws Exception {
        compare(algorithm, Duration.ofSeconds(TestSize.of(1, 60)));
    }

    private void compare(Algorithm algorithm, Duration duration) throws Exception {
        RateLimiter limiter =
                limiters.declare("tokens", LIMIT.withAlgorithm(algorithm)).forKey("alice");
        RateLimiter wide = limiter.withLimit(WIDE.withAlgorithm(algorithm));
        long end = System.nanoTime() + duration.toNanos();
        long seed = 0;
        while (seed < LEAST_ROUNDS || System.nanoTime() - end < 0) {
            run(limiter, wide, seed++ * THREADS);
            assertThat(use(wide)).isEqualTo(settled.sum() - released);
            long used = use(wide);
            limiter.release(used);
            released += used;
        }
        assertThat(settled.sum()).isGreaterThan(LEAST_ROUNDS * LIMIT.rate());
    }

    /** What is used, debts included: of a limit that is far from used up all that is not available. */
    private static long use(RateLimiter wide) {
        return WIDE.rate() - wide.availablePermits();
    }

    private void run(RateLimiter limiter, RateLimiter wide, long seed) throws Exception {
        List<Future<?>> ends = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            ends.add(threads.submit(() -> {
                for (int call = 0; call < CALLS; call++) {
                    call(limiter, 1 + random.nextInt(MOST_TAKEN), random.nextInt(MOST_USED + 1))
                            .toCompletableFuture()
                            .get(20, TimeUnit.SECONDS);
                }
                return null;
            }));
        }
        while (!ends.stream().allMatch(Future::isDone)) {
            assertBounds(wide);
        }
        for (Future<?> ended : ends) {
            ended.get(60, TimeUnit.SECONDS);
        }
    }

    private CompletionStage<Void> call(RateLimiter limiter, long taken, long used) {
        long larger = Math.max(taken, used);
        most.add(larger);
        Hold hold;
        try {
            hold = limiter.hold(taken, Duration.ZERO);
        } catch (RateLimitExceededException ex) {
            notCounted.add(larger);
            return CompletableFuture.completedFuture(null);
        }
        return hold.settleAsync(used).thenRun(() -> {
            settled.add(used);
            notCounted.add(larger - used);
        });
    }

    private void assertBounds(RateLimiter wide) {
        long knownUsed = settled.sum() - released;
        long knownUnused = notCounted.sum();
        long use = use(wide);
        assertThat(use)
                .isBetween(knownUsed, most.sum() - knownUnused - released)
                .isLessThanOrEqualTo(LIMIT.rate() + THREADS * (long) MOST_USED);
    }
}
