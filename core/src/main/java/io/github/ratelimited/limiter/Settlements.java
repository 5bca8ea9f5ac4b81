package io.github.ratelimited.limiter;

import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.PendingFutures;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.SettlementOutcome;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Settles with a store what calls really used, and notifies an observer. Safe for use by many threads. */
final class Settlements {

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final StoreSettings settings;
    private final LimiterObserver observer;
    private final PendingFutures unanswered;

    /**
     * Makes settlements with the store of the settings.
     *
     * @param unanswered has what must be answered before the store is closed
     */
    Settlements(StoreSettings settings, LimiterObserver observer, PendingFutures unanswered) {
        this.settings = settings;
        this.observer = observer;
        this.unanswered = unanswered;
    }

    /** A call that will be settled has begun. */
    void begin(Demand demand) {
        settings.blocks().taken(demand.limiterKey());
    }

    /** Such a call has ended, or never begins. */
    void end(Demand demand) {
        settings.blocks().settled(demand.limiterKey());
    }

    /**
     * Settles a call that has begun.
     *
     * @param granted what it was granted, {@code null} where nothing counts it
     */
    CompletableFuture<Void> settle(@Nullable Reservation granted, Demand demand, long actual) {
        Settlement settlement = granted == null ? null : new Settlement(granted, actual);
        long back = settlement == null ? demand.permits() - actual : settlement.back();
        if (back == 0 || settlement == null) {
            end(demand);
            observer.settled(demand, back == 0 ? SettlementOutcome.EVEN : SettlementOutcome.DROPPED, Math.abs(back));
            return DONE;
        }
        CompletableFuture<Void> done = Futures.ask(() -> settings.store().settle(List.of(settlement)))
                .<Void>handle((permits, failure) -> {
                    end(demand);
                    report(demand, back, failure == null ? permits : Double.NaN);
                    return null;
                });
        unanswered.add(done);
        return done;
    }

    private void report(Demand demand, long back, double changed) {
        if (Double.isNaN(changed)) {
            observer.settled(demand, SettlementOutcome.DROPPED, Math.abs(back));
        } else if (back < 0) {
            observer.settled(demand, SettlementOutcome.CHARGED, -back);
        } else {
            if (changed > 0) {
                observer.settled(demand, SettlementOutcome.REFUNDED, changed);
            }
            if (changed < back) {
                observer.settled(demand, SettlementOutcome.KEPT, back - changed);
            }
        }
    }

    void repeated(Demand demand) {
        observer.settled(demand, SettlementOutcome.REPEATED, 0);
    }

    /** Counts permits that were not taken. None of them would begin a window. */
    CompletionStage<Void> charge(Demand demand) {
        if (demand.permits() == 0) {
            return DONE;
        }
        return settings.usage()
                .charge(demand)
                .thenAccept(counted -> observer.settled(
                        demand.of(0),
                        counted ? SettlementOutcome.CHARGED : SettlementOutcome.DROPPED,
                        demand.permits()));
    }
}
