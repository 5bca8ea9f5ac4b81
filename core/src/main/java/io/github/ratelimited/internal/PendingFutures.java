package io.github.ratelimited.internal;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Futures that are not complete yet, for those who have to wait for them at the end. Safe for use by many threads. */
public final class PendingFutures {

    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

    public PendingFutures() {}

    /** Makes the end wait for a future. */
    public void add(CompletableFuture<?> future) {
        if (!future.isDone()) {
            open.add(future);
            future.whenComplete((value, failure) -> open.remove(future));
        }
    }

    /** Waits until all are complete, for so many nanoseconds at most. */
    public void await(long nanos) {
        Deadlines.all(nanos, open).join();
    }
}
