package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.limiter.TestSettings;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import io.github.ratelimited.store.RecordingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on one key and the server's clock, held against what the algorithm promises about grant times. */
class ManyThreadsTests {

    @AutoClose
    private static final RealRedis redis = RealRedis.open();

    private static final Duration HORIZON = Duration.ofSeconds(30);

    private final RecordingStore store =
            new RecordingStore(redis.store(UUID.randomUUID().toString(), HORIZON, null));

    @AutoClose
    private final RateLimiters limiters = TestSettings.of(store, new OpenStore(), new LocalLimitRegistry())
            .horizon(HORIZON)
            .executor(Runnable::run)
            .limiters();

    private static void runAtOnce(int threads, Runnable task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                ends.add(executor.submit(task));
            }
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    @DisplayName("1.6 8 threads that acquire 1000 of 18 per interval: no span of one holds more, wherever it starts")
    void neverExceedsTheRateInAnySpan() throws Exception {
        RateLimiter limiter = limiters.declare("api", RateLimit.of(18, Duration.ofMillis(40)));
        AtomicInteger left = new AtomicInteger(1000);
        runAtOnce(8, () -> {
            while (left.getAndDecrement() > 0) {
                limiter.acquire();
            }
        });
        assertThat(store.times().count()).isEqualTo(1000);
        store.times().assertKeep(limiter.limit());
    }

    @ParameterizedTest(name = "64 threads never exceed what is promised: {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALENDAR_WINDOW")
    void neverExceedsThePromise(Algorithm algorithm) throws Exception {
        RateLimit limit = RateLimit.of(50, Duration.ofMillis(200)).withAlgorithm(algorithm);
        RateLimiter limiter = limiters.declare("api", limit);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2500);
        AtomicInteger started = new AtomicInteger();
        runAtOnce(64, () -> {
            boolean waits = started.incrementAndGet() % 2 == 0;
            while (System.nanoTime() < end) {
                if (limiter.tryAcquire(waits ? Duration.ofSeconds(1) : Duration.ZERO) || waits) {
                    continue;
                }
                limiter.availablePermits();
            }
        });
        double rate = store.times().count() / store.times().seconds();
        System.out.printf(
                "64 threads, %s: %d grants, %.1f per second, most in an interval %d, %d questions%n",
                limit,
                store.times().count(),
                rate,
                store.times().mostWithin(200_000),
                store.asked().size());
        store.times().assertKeep(limit);
        assertThat(store.times().count()).isGreaterThan(50);
    }
}
