package io.github.ratelimited.rule;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiterUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what was decided about a request, and refuses it. */
public final class Refusals {

    private static final Logger log = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    /** {@return the exception that refuses the request, or {@code null} when it may go on} */
    public static @Nullable RateLimitExceededException tell(List<Decision> decisions, DecisionListener listener) {
        decisions.forEach(listener::onDecision);
        Decision decision = decisions.get(0);
        return decision.allowed() ? null : new RateLimitExceededException(decision);
    }

    /** Tells what limiters that only watch have decided. */
    public static void tellWatched(List<Decision> decisions, DecisionListener listener) {
        decisions.forEach(decision -> listener.onDecision(watched(decision)));
    }

    private static Decision watched(Decision decision) {
        return decision.allowed()
                ? decision
                : decision.but().allowed(true).basis(Basis.SHADOW).build();
    }

    /** A store that is down is logged elsewhere, once. Everything else would fail requests in the mode ENFORCE. */
    public static void ignore(Throwable failure) {
        if (failure instanceof RateLimiterUnavailableException) {
            log.debug("A limit in the mode SHADOW could not be decided", failure);
        } else {
            log.warn("A limit in the mode SHADOW could not be decided: {}", failure.toString());
        }
    }

    /** {@return the whole seconds, at least 1, after which a refused request may come again} */
    public static long retryAfter(Decision decision) {
        return Math.max(1, decision.retryAfter().plusNanos(999_999_999).getSeconds());
    }

    /** Several listeners as one, none of which keeps the others from hearing. */
    public static DecisionListener all(List<DecisionListener> listeners) {
        return decision -> listeners.forEach(listener -> {
            try {
                listener.onDecision(decision);
            } catch (RuntimeException ex) {
                log.warn("A listener has failed for {}", decision, ex);
            }
        });
    }
}
