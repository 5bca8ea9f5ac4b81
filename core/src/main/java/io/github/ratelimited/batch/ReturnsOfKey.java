package io.github.ratelimited.batch;

import io.github.ratelimited.store.LimiterKey;
import java.util.concurrent.CompletableFuture;

/** What goes back to one limiter and key with the same load. Counted under the lock of {@link PendingReturns}. */
final class ReturnsOfKey {

    private final LimiterKey limiterKey;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int left;

    ReturnsOfKey(LimiterKey limiterKey) {
        this.limiterKey = limiterKey;
    }

    LimiterKey limiterKey() {
        return limiterKey;
    }

    /** Complete when all of it is there or given up. */
    CompletableFuture<Void> done() {
        return done;
    }

    void more() {
        left++;
    }

    /** Counts one less; returns whether it was the last. */
    boolean isLast() {
        left--;
        return left == 0;
    }
}
