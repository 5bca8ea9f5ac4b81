package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.Taken;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The moment in which a call whose permits come later begins, or will never begin: its caller may go away before them,
 * with them, and until the method is called, and then takes nothing. Safe for use by many threads.
 */
final class CallStart {

    private final CompletableFuture<Taken> asked;
    private final AtomicBoolean decided = new AtomicBoolean();

    CallStart(CompletableFuture<Taken> asked) {
        this.asked = asked;
    }

    /** {@return whether the method can be called: the call is not over} */
    boolean begins() {
        return decided.compareAndSet(false, true);
    }

    /** The call is over, also where it never began. */
    void isOver() {
        if (decided.compareAndSet(false, true)) {
            asked.cancel(false);
            asked.thenAccept(Taken::giveBack);
        }
    }
}
