package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.TakenPermits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides between the two ends of a call that waits for its permits: its method begins, or its caller goes away and the permits
 * go back. Safe for use by many threads.
 */
final class StartOrCancel {

    private final CompletableFuture<TakenPermits> asked;
    private final AtomicBoolean decided = new AtomicBoolean();

    StartOrCancel(CompletableFuture<TakenPermits> asked) {
        this.asked = asked;
    }

    /** Begins the call, unless it is over; returns whether its method can be called. */
    boolean begin() {
        return decided.compareAndSet(false, true);
    }

    /** Ends the call, and gives back what it took where it never began. */
    void end() {
        if (decided.compareAndSet(false, true)) {
            asked.cancel(false);
            asked.thenAccept(TakenPermits::giveBack);
        }
    }
}
