package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Permits of a limiter that only watches: taken where they are, and never in the way of a call.
 *
 * @param request takes them without waiting
 * @param limiter name of the limiter
 */
public record ShadowRequest(PermitRequest request, String limiter) implements PermitRequest {

    private static final Logger log = LoggerFactory.getLogger(ShadowRequest.class);

    /** Limiters, and what their calls failed with. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    /** What a limit takes, empty where that cannot be evaluated or its condition does not hold. */
    static Optional<ShadowRequest> of(LimitUse limit, PermitTaker taker) {
        try {
            if (limit.applies()) {
                CombinedLimits watched = new CombinedLimits().add(limit).withoutWaiting();
                return Optional.of(new ShadowRequest(new JointRequest(taker, watched), limit.limiter()));
            }
        } catch (RuntimeException ex) {
            ignore(limit.limiter(), ex);
        }
        return Optional.empty();
    }

    /** Never fails. */
    @Override
    public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
        try {
            CompletableFuture<TakenPermits> asked = request.take(waiting, decision -> report(decision, listener));
            return CancellableStage.of(asked, (taken, failure) -> failure == null ? taken : ignored(failure));
        } catch (RuntimeException ex) {
            return CompletableFuture.completedFuture(ignored(ex));
        }
    }

    private TakenPermits ignored(Throwable failure) {
        ignore(limiter, failure);
        return TakenPermits.NOTHING;
    }

    /** Reports a decision in shadow mode to the listener: it lets all through. */
    private static void report(Decision decision, DecisionListener listener) {
        listener.onDecision(
                decision.allowed()
                        ? decision
                        : decision.but().allowed(true).basis(Basis.SHADOW).build());
    }

    /**
     * An unavailable store is logged elsewhere; all else is a mistake that would fail calls when enforced, maybe of clients,
     * so that each kind is logged once.
     */
    static void ignore(String limiter, Throwable failure) {
        if (failure instanceof RateLimiterUnavailableException
                || failure instanceof CancellationException
                || !LOGGED.add(limiter + ' ' + failure.getClass().getName())) {
            log.debug("Rate limit '{}', which has the mode SHADOW, could not decide", limiter, failure);
        } else {
            log.warn(
                    "Rate limit '{}', which has the mode SHADOW, could not decide; further failures of this kind are not logged: {}",
                    limiter,
                    failure.toString());
        }
    }
}
