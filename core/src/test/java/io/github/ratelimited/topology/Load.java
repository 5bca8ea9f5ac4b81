package io.github.ratelimited.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** Callers that ask for one permit again and again, and what became of their calls. */
final class Load implements AutoCloseable {

    static final int CALLERS = 8;

    private static final long PAUSE_AFTER_FAILURE = 5_000_000;

    private final BooleanSupplier call;
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final Map<String, Long> failures = new ConcurrentHashMap<>();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    Load(RateLimiter limiter) {
        this(limiter::tryAcquire);
    }

    Load(BooleanSupplier call) {
        this.call = call;
        for (int i = 0; i < CALLERS; i++) {
            callers.execute(this::askUntilStopped);
        }
    }

    private void askUntilStopped() {
        while (!stopped) {
            try {
                (call.getAsBoolean() ? granted : rejected).incrementAndGet();
            } catch (RateLimiterUnavailableException ex) {
                failures.merge(String.valueOf(ex.getMessage()), 1L, Long::sum);
                LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
            } catch (RuntimeException | Error ex) {
                unexpected.add(ex);
            }
        }
    }

    long granted() {
        return granted.get();
    }

    /** How often calls failed as they may while no server can decide, by message. */
    Map<String, Long> failures() {
        return failures;
    }

    private long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    void awaitGrants(long count) {
        Awaitility.await("granted " + count)
                .pollInterval(Duration.ofMillis(2))
                .atMost(Duration.ofSeconds(60))
                .until(() -> granted.get() >= count);
    }

    void awaitFailures(long count) {
        long before = failed();
        Awaitility.await("failed " + count).atMost(Duration.ofSeconds(60)).until(() -> failed() >= before + count);
    }

    /** How long it takes until a call is decided, granted or rejected. */
    Duration untilDecided() {
        long start = System.nanoTime();
        long before = granted.get() + rejected.get();
        Awaitility.await("decided")
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60))
                .until(() -> granted.get() + rejected.get() > before);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Goes on until nothing is left to grant, and fails if a call ended otherwise than a call may. */
    void exhaust() {
        long before = rejected.get();
        Awaitility.await("rejected")
                .atMost(Duration.ofSeconds(60))
                .until(() -> rejected.get() > before + 10L * CALLERS);
        close();
        assertThat(unexpected).isEmpty();
    }

    @Override
    public void close() {
        stopped = true;
        callers.shutdown();
        Awaitility.await("callers end").until(callers::isTerminated);
    }

    @Override
    public String toString() {
        return granted + " granted, " + rejected + " rejected, unavailable " + failures;
    }
}
