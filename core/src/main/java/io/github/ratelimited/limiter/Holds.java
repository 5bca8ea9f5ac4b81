package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Reservation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Makes the holds of what was granted, and the exception of what was rejected, which is not thrown: that is slow in a deep
 * stack.
 */
final class Holds {

    private Holds() {}

    /** There is none of what was rejected. */
    private interface OfGranted<T> extends PermitResult<T> {

        @Override
        default boolean isSettled() {
            return true;
        }

        @Override
        default RuntimeException rejection(List<Decision> decisions) {
            return new RateLimitExceededException(decisions);
        }
    }

    /** Of one limiter. */
    record Single(Settlements settlements) implements OfGranted<Hold> {

        @Override
        public Hold of(Grant grant, List<Decision> decisions) {
            List<Reservation> granted = grant.reservations();
            return new StoreHold(
                    settlements, decisions.get(0), grant.demands().get(0), granted.isEmpty() ? null : granted.get(0));
        }

        @Override
        public void lost(Hold hold) {
            forget(hold);
        }
    }

    /** One for each limiter that was asked, in the order of the decisions. */
    record OfEach(Settlements settlements, Set<RateLimiter> asked) implements OfGranted<Map<RateLimiter, Hold>> {

        OfEach {
            // The caller may change its map before the grant arrives.
            asked = Set.copyOf(asked);
        }

        @Override
        public Map<RateLimiter, Hold> of(Grant grant, List<Decision> decisions) {
            Map<LimiterKey, RateLimiter> limiters = new HashMap<>();
            asked.forEach(limiter -> limiters.put(new LimiterKey(limiter.name(), limiter.key()), limiter));
            Map<LimiterKey, Reservation> granted = new HashMap<>();
            grant.reservations()
                    .forEach(reservation -> granted.put(reservation.demand().limiterKey(), reservation));
            List<Decision> decisive = grant.decisive();
            Map<RateLimiter, Hold> holds = new LinkedHashMap<>();
            for (int i = 0; i < decisions.size(); i++) {
                Demand demand = grant.demandOf(decisive.get(i));
                LimiterKey limiterKey = demand.limiterKey();
                RateLimiter limiter = Objects.requireNonNull(limiters.get(limiterKey));
                holds.put(limiter, new StoreHold(settlements, decisions.get(i), demand, granted.get(limiterKey)));
            }
            return holds;
        }

        @Override
        public void lost(Map<RateLimiter, Hold> holds) {
            holds.values().forEach(Holds::forget);
        }
    }

    private static void forget(Hold hold) {
        if (hold instanceof StoreHold lost) {
            lost.settlements.end(lost.demand);
        }
    }

    /** A hold on what a store has granted. */
    private static final class StoreHold implements Hold {

        private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

        private final Settlements settlements;
        private final Decision decision;
        private final Demand demand;
        private final @Nullable Reservation granted;
        private final AtomicBoolean settled = new AtomicBoolean();

        /**
         * Makes a hold.
         *
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
            if (!settled.compareAndSet(false, true)) {
                settlements.repeated(demand);
                return DONE;
            }
            return settlements.settle(granted, demand, actual);
        }

        private IllegalArgumentException negative(long actual) {
            return new IllegalArgumentException("What a call of rate limit '" + decision.limiter()
                    + "' used must not be negative, but is " + actual);
        }
    }
}
