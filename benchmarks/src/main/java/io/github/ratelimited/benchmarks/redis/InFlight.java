package io.github.ratelimited.benchmarks.redis;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Asynchronous calls of which so many are in flight at once.
 *
 * @param most calls in flight
 * @param call starts a call
 */
record InFlight(int most, Supplier<? extends CompletionStage<?>> call, Semaphore free) {

    InFlight(int most, Supplier<? extends CompletionStage<?>> call) {
        this(most, call, new Semaphore(most));
    }

    /** Starts so many calls, each as soon as there is room; some may still be in flight at the end. */
    void start(int calls) {
        for (int i = 0; i < calls; i++) {
            free.acquireUninterruptibly();
            call.get().whenComplete((answer, failure) -> free.release());
        }
    }

    /** Waits for all that is in flight. */
    void finish() {
        free.acquireUninterruptibly(most);
        free.release(most);
    }
}
