package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.concurrent.CompletableFuture;

/** A request in a {@link Lane}, complete with its answer or once nobody waits for one. */
final class Request extends CompletableFuture<Grant> {

    final Acquisition acquisition;

    /** Written by the thread that has the answer, and then by the one on which the batch lands. */
    private boolean told;

    Request(Acquisition acquisition) {
        this.acquisition = acquisition;
    }

    /** Ends it when nobody waits for it any more; tells whether it has ended. */
    boolean endWhenOver(long now) {
        if (!isDone() && acquisition.deadline().isOver(now)) {
            end();
        }
        return isDone();
    }

    /** Tells once that it is to be told what became of it; who finds it complete then has come too late. */
    boolean isToBeTold() {
        boolean first = !told;
        told = true;
        return first;
    }

    void end() {
        completeExceptionally(new RateLimiterUnavailableException("The store did not answer in time", null));
    }

    /** How many entries the store writes for it, beside what every request costs. */
    long entries() {
        long entries = 0;
        for (Demand demand : acquisition.demands()) {
            entries += demand.limit().algorithm() == Algorithm.SLIDING_WINDOW ? demand.permits() : 0;
        }
        return entries;
    }
}
