package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.DerivedStage;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.Taken;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The permits that one call needs, worked out. */
interface PermitRequest {

    /** Takes the permits, waiting as long as the timeout allows, and notifies the listener. */
    Taken take(DecisionListener listener);

    /** Like {@link #take}, but never blocks. Cancelling gives the permits back for as long as they are not there. */
    CompletableFuture<Taken> takeAsync(DecisionListener listener);

    /**
     * Like {@link #take}, where nothing is settled.
     *
     * @return {@code null} where nothing can refuse
     */
    default @Nullable Decision decide(DecisionListener listener) {
        return take(listener).decision();
    }

    /**
     * Permits of one limiter that nothing settles.
     *
     * @param limiter the limiter with its key
     * @param permits permits to take, at least 0
     * @param timeout longest wait
     * @param taker takes them where they may have to go back
     */
    record Single(RateLimiter limiter, long permits, Duration timeout, PermitTaker taker) implements PermitRequest {

        @Override
        public Decision decide(DecisionListener listener) {
            Decision decision = limiter.decide(permits, timeout);
            listener.onDecision(decision);
            return decision;
        }

        @Override
        public Taken take(DecisionListener listener) {
            return joint().take(listener);
        }

        @Override
        public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
            return joint().takeAsync(listener);
        }

        private Joint joint() {
            return new Joint(taker, new CombinedPermits().add(limiter, permits, timeout));
        }
    }

    /**
     * Permits of any number of limiters, all or none.
     *
     * @param taker takes them
     * @param shares what each limit takes
     */
    record Joint(PermitTaker taker, CombinedPermits shares) implements PermitRequest {

        @Override
        public Taken take(DecisionListener listener) {
            return notified(taker.take(shares), listener);
        }

        @Override
        public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
            return DerivedStage.of(taker.takeAsync(shares), taken -> notified(taken, listener));
        }

        private static Taken notified(Taken taken, DecisionListener listener) {
            taken.decisions().forEach(listener::onDecision);
            return taken;
        }
    }
}
