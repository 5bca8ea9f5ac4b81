package io.github.ratelimited.benchmarks.redis;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous calls of which so many are in flight at once.
 *
 * @param most calls in flight
 * @param call starts a call
 */
record InFlight(
        int most,
        Supplier<? extends CompletionStage<?>> call,
        Semaphore free,
        AtomicReference<@Nullable Throwable> failure) {

    InFlight(int most, Supplier<? extends CompletionStage<?>> call) {
        this(most, call, new Semaphore(most), new AtomicReference<>());
    }

    /** Starts so many calls, each as soon as there is room; some may still be in flight at the end. */
    void start(int calls) {
        for (int i = 0; i < calls; i++) {
            free.acquireUninterruptibly();
            call.get().whenComplete((answer, failed) -> {
                if (failed != null) {
                    failure.compareAndSet(null, failed);
                }
                free.release();
            });
        }
    }

    /**
     * Waits for all that is in flight.
     *
     * @throws IllegalStateException when one of the calls so far failed, which costs less than an answer
     */
    void finish() {
        free.acquireUninterruptibly(most);
        free.release(most);
        Throwable first = failure.get();
        if (first != null) {
            throw new IllegalStateException("A call failed", first);
        }
    }
}
