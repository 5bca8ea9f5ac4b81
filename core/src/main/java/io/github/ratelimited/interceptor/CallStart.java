package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.TakenPermits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The moment in which a call whose permits come later begins. Its caller may go away until then, and takes nothing in that
 * case. Safe for use by many threads.
 */
final class CallStart {

    private final CompletableFuture<TakenPermits> asked;
    private final AtomicBoolean decided = new AtomicBoolean();

    CallStart(CompletableFuture<TakenPermits> asked) {
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
