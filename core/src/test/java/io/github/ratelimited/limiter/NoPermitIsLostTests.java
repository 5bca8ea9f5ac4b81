package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.internal.Returnable;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store has granted is with a caller or has been given back, whenever callers are cancelled or interrupted. */
class NoPermitIsLostTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int THREADS = 6;
    private static final int ROUNDS = 1_000;
    private static final int LONGEST_SPIN = 150_000;

    private final CountingStore store = new CountingStore();
    private final ScheduledExecutorService interrupts = Executors.newSingleThreadScheduledExecutor();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverTheMoment(long seed) throws Exception {
        var pool = Executors.newFixedThreadPool(THREADS);
        try (RateLimiters limiters = TestSettings.of(store, store.local, new LocalLimitRegistry())
                .storeTimeout(Duration.ofSeconds(1))
                .limiters()) {
            limiters.declare("api", RateLimit.of(2, Duration.ofNanos(100_000)));
            List<Future<Long>> callers = new ArrayList<>();
            IntStream.range(0, THREADS)
                    .forEach(i -> callers.add(pool.submit(() -> kept(limiters, new Random(seed * 100 + i)))));
            long kept = 0;
            for (Future<Long> caller : callers) {
                kept += caller.get(60, TimeUnit.SECONDS);
            }
            long expected = kept;
            Awaitility.await()
                    .untilAsserted(() -> assertThat(store.granted.get() - store.givenBack.get())
                            .isEqualTo(expected));
            assertThat(kept).isPositive();
            assertThat(store.givenBack).hasPositiveValue();
        } finally {
            pool.shutdownNow();
            interrupts.shutdownNow();
        }
    }

    private long kept(RateLimiters limiters, Random random) {
        RateLimiter limiter = limiters.get("api");
        long kept = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean has = switch (random.nextInt(6)) {
                case 0 -> interrupted(limiter, random);
                case 1 -> cancelled(limiter.acquireAsync(1), random, done -> true);
                case 2 -> cancelled(limiter.tryAcquireAsync(1, TIMEOUT), random, taken -> taken);
                case 3 -> cancelled(limiter.decideAsync(1, TIMEOUT), random, Decision::allowed);
                case 4 -> cancelled(limiters.decideAsync(Map.of(limiter, 1L), TIMEOUT), random, Decision::allowed);
                default ->
                    cancelled(
                            limiters.decideEachAsync(Map.of(limiter, 1L), TIMEOUT),
                            random,
                            each -> each.get(0).allowed());
            };
            kept += has ? 1 : 0;
        }
        return kept;
    }

    private boolean interrupted(RateLimiter limiter, Random random) {
        Thread caller = Thread.currentThread();
        Future<?> interrupt =
                interrupts.schedule(caller::interrupt, random.nextInt(LONGEST_SPIN), TimeUnit.NANOSECONDS);
        try {
            limiter.acquire();
            return true;
        } catch (RateLimiterInterruptedException ex) {
            return false;
        } finally {
            while (!interrupt.isDone()) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }

    private static <T> boolean cancelled(CompletionStage<T> stage, Random random, Predicate<T> allowed) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        long start = System.nanoTime();
        long spin = random.nextInt(LONGEST_SPIN);
        while (!future.isDone() && System.nanoTime() - start < spin) {
            Thread.onSpinWait();
        }
        future.cancel(false);
        try {
            boolean taken = allowed.test(future.join());
            return taken && !takenBack(future, random);
        } catch (CancellationException ex) {
            return false;
        }
    }

    /** A call that never begins gives back what was delivered for it. */
    private static boolean takenBack(CompletableFuture<?> future, Random random) {
        if (random.nextBoolean() && future instanceof Returnable returnable) {
            returnable.takeBack();
            returnable.takeBack();
            return true;
        }
        return false;
    }

    private static final class CountingStore implements LimiterStore {

        private final LocalStore local = new LocalStore(Micros.monotonicClock(), Basis.STORE, 10);
        private final AtomicLong granted = new AtomicLong();
        private final AtomicLong givenBack = new AtomicLong();

        @Override
        public void acquire(Acquisition acquisition, GrantCallback callback) {
            local.acquire(acquisition, (grant, failure) -> {
                granted.addAndGet(grant == null ? 0 : permits(grant.reservations()));
                callback.answered(grant, failure);
            });
        }

        @Override
        public CompletionStage<Double> settle(List<Settlement> settlements) {
            givenBack.addAndGet(
                    permits(settlements.stream().map(Settlement::reservation).toList()));
            return local.settle(settlements);
        }

        private static long permits(List<Reservation> reservations) {
            return reservations.stream()
                    .mapToLong(reservation -> reservation.demand().permits())
                    .sum();
        }
    }
}
