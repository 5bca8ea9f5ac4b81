package io.github.ratelimited.conformance;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;

/** Processes with limiters, on a clock and a timer that the test moves. */
public abstract class TimedNodes {

    protected static final long SECOND = 1_000_000;

    protected final TestClock clock = new TestClock();
    protected final ManualTimer timer = new ManualTimer(clock);
    private final List<RateLimiters> nodes = new ArrayList<>();

    /** Limiters of one more process of the fleet, with a horizon of 30 s. */
    protected abstract RateLimiters open();

    protected final RateLimiters node() {
        RateLimiters node = open();
        nodes.add(node);
        return node;
    }

    @AfterEach
    void closeNodes() {
        nodes.forEach(RateLimiters::close);
    }

    protected final RateLimiter limiter(RateLimit limit) {
        return node().declare("api", limit);
    }

    protected static RateLimit limit(long rate, long seconds) {
        return RateLimit.of(rate, Duration.ofSeconds(seconds));
    }

    protected static long grantedOf(int tries, RateLimiter limiter) {
        return Stream.generate(limiter::tryAcquire)
                .limit(tries)
                .filter(taken -> taken)
                .count();
    }

    /** Asks for permits and returns when they are there or the caller waits for them. */
    protected final CompletableFuture<Void> acquire(RateLimiter limiter, long permits) {
        int before = timer.waiting();
        CompletableFuture<Void> acquired = limiter.acquireAsync(permits).toCompletableFuture();
        await(() -> acquired.isDone() || timer.waiting() > before);
        return acquired;
    }

    protected static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(condition);
    }
}
