package io.github.ratelimited.store;

import io.github.ratelimited.RateLimiterUnavailableException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Everyone who waits for permits of one store, Safe for use by many threads. */
final class Waits implements AutoCloseable {

    private final LimiterStore store;
    private final Duration horizon;
    private final Duration storeTimeout;
    private final Set<Wait> asleep = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer;
    private final Set<CompletableFuture<Void>> returning = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Waits(LimiterStore store, Duration horizon, Duration storeTimeout, ScheduledExecutorService timer) {
        this.store = store;
        this.horizon = horizon;
        this.storeTimeout = storeTimeout;
        this.timer = timer;
    }

    /**
     * Asks for permits and waits for them.
     *
     * @param executor where the result completes unless it is there at once
     */
    Wait start(List<Demand> demands, Duration timeout, Executor executor) {
        Wait wait = new Wait(this, demands, timeout, executor);
        wait.ask();
        return wait;
    }

    LimiterStore store() {
        return store;
    }

    Duration horizon() {
        return horizon;
    }

    Deadline deadline(Wait wait) {
        return Deadline.after(storeTimeout, wait);
    }

    /** Runs a task after a delay, unless the wait ends before. */
    void sleep(Wait wait, Runnable task, Duration delay) {
        asleep.add(wait);
        var alarm = timer.schedule(
                () -> {
                    asleep.remove(wait);
                    task.run();
                },
                delay.toNanos(),
                TimeUnit.NANOSECONDS);
        wait.whenComplete((decision, failure) -> {
            asleep.remove(wait);
            alarm.cancel(false);
        });
        if (closed) {
            end(wait);
        }
    }

    void giveBack(Ticket ticket) {
        CompletableFuture<Void> returned = store.giveBack(ticket).toCompletableFuture();
        if (!returned.isDone()) {
            returning.add(returned);
            returned.whenComplete((done, failure) -> returning.remove(returned));
        }
    }

    /** Newest first, because giving back the end of a queue frees it and giving back its middle does not. */
    @Override
    public void close() {
        closed = true;
        asleep.stream()
                .sorted(Comparator.comparingLong(Wait::startedAt).reversed())
                .forEach(Waits::end);
        awaitReturns();
    }

    /** The store may be closed next, and with it the way on which permits are given back. */
    private void awaitReturns() {
        CompletableFuture.allOf(returning.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, storeTimeout.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(failure -> null)
                .join();
    }

    private static void end(Wait wait) {
        wait.completeExceptionally(
                new RateLimiterUnavailableException("The rate limiters were closed during a wait", null));
    }
}
