package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Reservation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A hold on what a store has granted. */
final class StoreHold implements Hold {

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private static final AtomicIntegerFieldUpdater<StoreHold> SETTLED =
            AtomicIntegerFieldUpdater.newUpdater(StoreHold.class, "settled");

    private final Settlements settlements;
    private final Decision decision;
    private final Demand demand;
    private final @Nullable Reservation granted;
    private volatile int settled;

    /**
     * Makes a hold.
     *
     * @param demand what was asked for
     * @param granted what was granted, {@code null} where nothing counts it
     */
    StoreHold(Settlements settlements, Decision decision, Demand demand, @Nullable Reservation granted) {
        this.settlements = settlements;
        this.decision = decision;
        this.demand = demand;
        this.granted = granted;
        settlements.begin(demand);
    }

    @Override
    public Decision decision() {
        return decision;
    }

    @Override
    public void settle(long actual) {
        if (actual < 0) {
            throw negative(actual);
        }
        settleOnce(actual);
    }

    @Override
    public CompletionStage<Void> settleAsync(long actual) {
        return actual < 0 ? CompletableFuture.failedFuture(negative(actual)) : settleOnce(actual);
    }

    private CompletableFuture<Void> settleOnce(long actual) {
        if (!SETTLED.compareAndSet(this, 0, 1)) {
            settlements.repeated(demand);
            return DONE;
        }
        return settlements.settle(granted, demand, actual);
    }

    private IllegalArgumentException negative(long actual) {
        return new IllegalArgumentException(
                "What a call of rate limit '" + decision.limiter() + "' used must not be negative, but is " + actual);
    }
}
