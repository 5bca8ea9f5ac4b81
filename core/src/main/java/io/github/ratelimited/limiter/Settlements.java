package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision.Basis;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Settles with a store what calls really used, and notifies an observer. Safe for use by many threads. */
final class Settlements {

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final StoreSettings settings;
    private final LimiterObserver observer;
    private final PendingFutures unanswered;
    private final UnaryOperator<Demand> latest;

    /**
     * Makes settlements with the store of the settings.
     *
     * @param unanswered has what must be answered before the store is closed
     * @param latest says what is in force by now
     */
    Settlements(
            StoreSettings settings, LimiterObserver observer, PendingFutures unanswered, UnaryOperator<Demand> latest) {
        this.settings = settings;
        this.observer = observer;
        this.unanswered = unanswered;
        this.latest = latest;
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
        long back = demand.permits() - Math.min(actual, Settlement.MOST);
        if (back == 0 || granted == null) {
            end(demand);
            observer.settled(demand, back == 0 ? SettlementOutcome.EVEN : SettlementOutcome.DROPPED, Math.abs(back));
            return DONE;
        }
        CompletableFuture<Void> done = Futures.ask(() -> settings.store()
                        .settle(List.of(new Settlement(back > 0 ? granted : underLatest(granted), actual))))
                .<Void>handle((permits, failure) -> {
                    end(demand);
                    report(demand, back, failure == null ? permits : Double.NaN);
                    return null;
                });
        unanswered.add(done);
        return done;
    }

    /**
     * What exceeds a grant is used now, so it counts under the limit of now, where that counts with the one of then. In an outage
     * that is a share of a limit, which stays.
     */
    private Reservation underLatest(Reservation granted) {
        Demand now = latest.apply(granted.demand().of(0));
        return granted.basis() != Basis.LOCAL && now.isCountedWith(granted.demand())
                ? granted.under(now.limit())
                : granted;
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
