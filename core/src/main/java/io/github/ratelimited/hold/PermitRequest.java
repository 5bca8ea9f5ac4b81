package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.internal.Futures;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The permits that one call or request needs, worked out. */
public interface PermitRequest {

    /**
     * {@return the permits of several limits, {@code null} when no condition holds: those that are enforced together,
     * all or none, and then each that only watches}
     */
    static @Nullable PermitRequest of(List<? extends LimitUse> limits, PermitTaker taker) {
        return limits.size() == 1 ? of(limits.get(0), taker) : JointRequest.of(limits, taker);
    }

    /**
     * {@return the same where limits cannot be asked together, so that one is asked after the other; those that only watch
     * come last}
     */
    static @Nullable PermitRequest eachOf(List<? extends LimitUse> limits, PermitTaker taker) {
        List<PermitRequest> each = limits.stream()
                .sorted(Comparator.comparing(LimitUse::watches))
                .map(limit -> of(limit, taker))
                .filter(Objects::nonNull)
                .toList();
        return each.isEmpty() ? null : new SequentialRequest(each);
    }

    /** {@return the permits of one limit, {@code null} when its condition does not hold} */
    static @Nullable PermitRequest of(LimitUse limit, PermitTaker taker) {
        if (limit.watches() || limit.settle() != null) {
            return JointRequest.of(List.of(limit), taker);
        }
        return limit.applies() ? new Single(limit.target(), limit.permits(), limit.timeout()) : null;
    }

    /** How the answer to a request is waited for. */
    enum Waiting {
        /** By the thread that asks. */
        BLOCKING,
        /** By no thread. Cancelling gives the permits back for as long as they are not there. */
        ASYNC,
        /** By no thread, and not at all for limiters that only watch: what they do not answer at once goes back. */
        AT_ONCE
    }

    /** Takes the permits, for as long as the timeout allows, and notifies the listener. */
    CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener);

    /** Takes the permits on the thread of the caller. */
    default TakenPermits take(DecisionListener listener) {
        return Futures.join(take(Waiting.BLOCKING, listener));
    }

    /** {@return the decision of {@link #take} where nothing is settled, {@code null} where nothing can reject the call} */
    default @Nullable Decision decide(DecisionListener listener) {
        return take(listener).decision();
    }

    /**
     * Permits of one limiter that nothing settles.
     *
     * @param limiter the limiter with its key
     * @param permits permits to take, at least 0
     * @param timeout longest wait
     */
    record Single(RateLimiter limiter, long permits, Duration timeout) implements PermitRequest {

        @Override
        public Decision decide(DecisionListener listener) {
            Decision decision = limiter.decide(permits, timeout);
            listener.onDecision(decision);
            return decision;
        }

        @Override
        public TakenPermits take(DecisionListener listener) {
            return TakenPermits.decided(List.of(decide(listener)));
        }

        @Override
        public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
            if (waiting == Waiting.BLOCKING) {
                return CompletableFuture.completedFuture(take(listener));
            }
            CompletableFuture<Decision> asked =
                    limiter.decideAsync(permits, timeout).toCompletableFuture();
            return CancellableStage.of(
                    asked,
                    decision -> TakenPermits.decided(List.of(decision), asked).reportTo(listener));
        }
    }
}
