package io.github.ratelimited.batch;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Settlement;
import java.util.concurrent.CompletableFuture;

/**
 * A settlement that is queued or in flight.
 *
 * @param settlement what is settled
 * @param ofKey what else goes back to its limiter and key with the same load
 * @param changed how many permits went back or were counted; fails when that is not known
 */
record PendingReturn(Settlement settlement, ReturnQueue.OfKey ofKey, CompletableFuture<Double> changed) {

    PendingReturn(Settlement settlement, ReturnQueue.OfKey ofKey) {
        this(settlement, ofKey, new CompletableFuture<>());
    }

    long grantedAt() {
        return settlement.reservation().grantedAt();
    }

    void end(double permits) {
        if (Double.isNaN(permits)) {
            changed.completeExceptionally(
                    new RateLimiterUnavailableException("The store did not say whether permits were settled", null));
        } else {
            changed.complete(permits);
        }
    }
}
