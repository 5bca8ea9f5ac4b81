package io.github.ratelimited.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.store.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Threads that call limiters in every way there is, for as long as it is open. */
final class MixedLoad implements AutoCloseable {

    private static final int THREADS = 4;

    private final LongAdder calls = new LongAdder();
    private final LongAdder granted = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder unavailable = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final Queue<Throwable> strange = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final RateLimiters limiters;
    private final List<RateLimiter> all;

    private MixedLoad(RateLimiters limiters) {
        this.limiters = limiters;
        RateLimit limit = RateLimit.of(20, Duration.ofMillis(500));
        this.all = Stream.concat(
                        Stream.of(Algorithm.values())
                                .map(algorithm -> limiters.declare(
                                        algorithm.name().toLowerCase(Locale.ROOT),
                                        Limits.of(20, limit.interval(), algorithm))),
                        Stream.of(limiters.declare("per-client", limit.withType(RateType.PER_CLIENT))))
                .toList();
    }

    static MixedLoad on(RateLimiters limiters) {
        MixedLoad load = new MixedLoad(limiters);
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom(i);
            load.threads.execute(() -> {
                while (!load.threads.isShutdown()) {
                    load.call(random);
                    LockSupport.parkNanos(500_000);
                }
            });
        }
        return load;
    }

    private void call(SplittableRandom random) {
        RateLimiter limiter = all.get(random.nextInt(all.size())).forKey("user" + random.nextInt(50));
        RateLimiter other = all.get(0).forKey("tenant" + random.nextInt(5));
        Duration timeout = Duration.ofMillis(random.nextInt(400));
        calls.increment();
        switch (random.nextInt(8)) {
            case 0 -> count(now(() -> limiter.decide(1, timeout)));
            case 1 -> count(limiters.decideAsync(Map.of(limiter, 1L, other, 1L), timeout));
            case 2 -> {
                CompletableFuture<Decision> call =
                        limiter.decideAsync(1, timeout).toCompletableFuture();
                count(call);
                call.cancel(false);
            }
            default -> count(limiter.decideAsync(1 + random.nextInt(2), timeout));
        }
    }

    private static CompletionStage<Decision> now(Supplier<Decision> call) {
        try {
            return CompletableFuture.completedFuture(call.get());
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private void count(CompletionStage<Decision> call) {
        call.whenComplete((decision, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (decision != null) {
                (decision.allowed() ? granted : rejected).increment();
            } else if (cause instanceof CancellationException) {
                cancelled.increment();
            } else if (cause instanceof RateLimiterUnavailableException) {
                unavailable.increment();
            } else {
                strange.add(cause);
            }
        });
    }

    private long answered() {
        return granted.sum() + rejected.sum() + unavailable.sum() + cancelled.sum() + strange.size();
    }

    void assertEveryCallIsAnswered() {
        assertThat(strange).isEmpty();
        assertThat(answered()).isEqualTo(calls.sum());
        assertThat(granted.sum()).isPositive();
        assertThat(unavailable.sum()).as("under LOCAL").isZero();
    }

    /** Ends the threads, and waits for the answers to their last calls. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> answered() == calls.sum());
    }

    @Override
    public String toString() {
        return calls + " calls: " + granted + " granted, " + rejected + " rejected, " + cancelled + " cancelled, "
                + unavailable + " failed";
    }
}
