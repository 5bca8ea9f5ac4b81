package io.github.ratelimited.benchmarks.inprocess;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One permit of a limiter within the process, granted, but for the exact window, whose rate has a bound that one thread is
 * beyond. The bucket is the counterpart of Bucket4j and Guava, the fixed window that of Resilience4j.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LocalStoreBenchmark {

    private static final int RATE = 1_000_000_000;

    private final RateLimiters limiters = LocalRateLimiters.builder().build();
    private final RateLimit limit = RateLimit.of(RATE, Duration.ofSeconds(1_000));
    private final io.github.ratelimited.RateLimiter bucket =
            limiters.declare("bucket", limit.withAlgorithm(Algorithm.TOKEN_BUCKET));
    private final io.github.ratelimited.RateLimiter fixedWindow =
            limiters.declare("fixed-window", limit.withAlgorithm(Algorithm.FIXED_WINDOW));
    private final io.github.ratelimited.RateLimiter exactWindow =
            limiters.declare("exact-window", RateLimit.of(100_000, Duration.ofMillis(100)));
    private final Bucket bucket4j = Bucket.builder()
            .addLimit(limit -> limit.capacity(RATE).refillGreedy(RATE, Duration.ofSeconds(1)))
            .build();
    private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            io.github.resilience4j.ratelimiter.RateLimiter.of(
                    "api",
                    RateLimiterConfig.custom()
                            .limitForPeriod(RATE)
                            .limitRefreshPeriod(Duration.ofSeconds(1))
                            .timeoutDuration(Duration.ZERO)
                            .build());
    private final RateLimiter guava = RateLimiter.create(RATE);

    /** Ends what was started. */
    @TearDown
    public void close() {
        limiters.close();
    }

    /**
     * Our token bucket.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean ratelimited() {
        return bucket.tryAcquire();
    }

    /**
     * Our fixed window.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean fixedWindow() {
        return fixedWindow.tryAcquire();
    }

    /**
     * Our exact window, at the highest rate it can have.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean exactWindow() {
        return exactWindow.tryAcquire();
    }

    /**
     * Bucket4j's.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean bucket4j() {
        return bucket4j.tryConsume(1);
    }

    /**
     * Resilience4j's.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean resilience4j() {
        return resilience4j.acquirePermission();
    }

    /**
     * Guava's.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean guava() {
        return guava.tryAcquire();
    }
}
