package io.github.ratelimited.benchmarks.inprocess;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.metrics.LimiterMeters;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.LimiterObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What counting and metering add to a decision, and what a rejection costs; with {@code -prof gc} its garbage, too. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ObserverBenchmark {

    private static final RateLimit WIDE =
            RateLimit.of(1_000_000_000, Duration.ofSeconds(1_000)).withAlgorithm(Algorithm.TOKEN_BUCKET);
    private static final RateLimit NARROW = RateLimit.of(1, Duration.ofDays(1));

    private final RateLimiters alone = LocalRateLimiters.builder().build();
    private final RateLimiters watched = watched();
    private final RateLimiter plain = alone.declare("wide", WIDE);
    private final RateLimiter metered = watched.declare("wide", WIDE);
    private final RateLimiter rejecting = watched.declare("narrow", NARROW);

    private static RateLimiters watched() {
        DecisionCounts counts = new DecisionCounts(name -> false);
        LimiterMeters meters =
                new LimiterMeters(new SimpleMeterRegistry(), ObservationRegistry.create(), "local", counts);
        return LocalRateLimiters.builder()
                .observer(LimiterObserver.of(List.of(counts, meters)))
                .build();
    }

    /** Ends what was started. */
    @TearDown
    public void close() {
        alone.close();
        watched.close();
    }

    /**
     * Without an observer.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean plain() {
        return plain.tryAcquire();
    }

    /**
     * Without an observer, but decided in full, which metered calls are.
     *
     * @return the decision
     */
    @Benchmark
    public Decision decided() {
        return plain.decide(1, Duration.ZERO);
    }

    /**
     * Counted and metered.
     *
     * @return the decision
     */
    @Benchmark
    public Decision metered() {
        return metered.decide(1, Duration.ZERO);
    }

    /**
     * Rejected, counted and metered, with the exception that callers of methods get.
     *
     * @return the exception
     */
    @Benchmark
    public Object rejected() {
        Decision decision = rejecting.decide(1, Duration.ZERO);
        return decision.allowed() ? decision : new RateLimitExceededException(decision);
    }
}
