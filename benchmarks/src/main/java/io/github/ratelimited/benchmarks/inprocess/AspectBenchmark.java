package io.github.ratelimited.benchmarks.inprocess;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.ConfigurableApplicationContext;

/** A call of a limited method, and a call of the limiter behind it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AspectBenchmark {

    private final ConfigurableApplicationContext context = LimitedMethods.start();
    private final LimitedMethods methods = context.getBean(LimitedMethods.class);
    private final RateLimiter limiter = context.getBean(RateLimiters.class).get("compiled");
    private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            context.getBean(RateLimiterRegistry.class).rateLimiter("resilience4j");
    private final String user = "alice";

    /** Ends the application. */
    @TearDown
    public void close() {
        context.close();
    }

    /**
     * Ours without the aspect.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean ratelimitedStore() {
        return limiter.forKey(user).tryAcquire();
    }

    /**
     * Ours, with a key that Spring compiles.
     *
     * @return what the method returns
     */
    @Benchmark
    public String ratelimited() {
        return methods.compiled(user);
    }

    /**
     * Ours, with a key that Spring cannot compile.
     *
     * @return what the method returns
     */
    @Benchmark
    public String ratelimitedInterpreted() {
        return methods.interpreted(user);
    }

    /**
     * Resilience4j without the aspect.
     *
     * @return whether it was granted
     */
    @Benchmark
    public boolean resilience4jStore() {
        return resilience4j.acquirePermission();
    }

    /**
     * Resilience4j, whose limiters have no keys.
     *
     * @return what the method returns
     */
    @Benchmark
    public String resilience4j() {
        return methods.resilience4j(user);
    }

    /**
     * Spring's own limit of concurrency.
     *
     * @return what the method returns
     */
    @Benchmark
    public String concurrencyLimit() {
        return methods.concurrent(user);
    }
}
