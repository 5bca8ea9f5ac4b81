package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A hold on what a store has granted. */
final class StoreHold implements Hold {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final LimiterStore store;
    private final Decision decision;
    private final @Nullable Reservation reservation;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * Makes a hold.
     *
     * @param reservation what was granted, {@code null} where nothing counts it
     */
    StoreHold(LimiterStore store, Decision decision, @Nullable Reservation reservation) {
        this.store = store;
        this.decision = decision;
        this.reservation = reservation;
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
        settleAsync(actual);
    }

    @Override
    public CompletionStage<Void> settleAsync(long actual) {
        if (actual < 0) {
            return CompletableFuture.failedFuture(negative(actual));
        }
        Reservation granted = reservation;
        if (!settled.compareAndSet(false, true) || granted == null) {
            return DONE;
        }
        Settlement settlement = new Settlement(granted, actual);
        return settlement.back() == 0 ? DONE : store.settle(List.of(settlement)).handle((permits, failure) -> null);
    }

    private IllegalArgumentException negative(long actual) {
        return new IllegalArgumentException(
                "What a call of rate limit '" + decision.limiter() + "' used must not be negative, but is " + actual);
    }
}
