package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.hold.DerivedStage;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.Shares;
import io.github.ratelimited.hold.Taken;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Permits of a limiter that only watches: taken where they are, and never in the way of a call.
 *
 * @param name name of the limiter
 * @param taker takes them
 * @param shares what the limit takes, without waiting
 */
record ShadowRequest(String name, PermitTaker taker, Shares shares) {

    private static final Logger log = LoggerFactory.getLogger(ShadowRequest.class);

    Taken take(DecisionListener listener) {
        try {
            return told(taker.take(shares), listener);
        } catch (RuntimeException ex) {
            ignore(name, ex);
            return Taken.NOTHING;
        }
    }

    /** Never fails. */
    CompletableFuture<Taken> takeAsync(DecisionListener listener) {
        try {
            CompletableFuture<Taken> asked = taker.takeAsync(shares);
            return asked.thenApply(taken -> told(taken, listener)).exceptionally(failure -> {
                ignore(name, DerivedStage.causeOf(failure));
                return Taken.NOTHING;
            });
        } catch (RuntimeException ex) {
            ignore(name, ex);
            return CompletableFuture.completedFuture(Taken.NOTHING);
        }
    }

    private static Taken told(Taken taken, DecisionListener listener) {
        taken.decisions().forEach(decision -> listener.onDecision(watched(decision)));
        return taken;
    }

    private static Decision watched(Decision decision) {
        return decision.allowed()
                ? decision
                : decision.but().allowed(true).basis(Basis.SHADOW).build();
    }

    /** A store that is down is told of elsewhere, once; all else is a mistake that would fail calls when enforced. */
    static void ignore(String limiter, Throwable failure) {
        if (failure instanceof RateLimiterUnavailableException) {
            log.debug("Rate limit '{}', which only watches, could not decide", limiter, failure);
        } else {
            log.warn("Rate limit '{}', which only watches, could not decide: {}", limiter, failure.toString());
        }
    }
}
