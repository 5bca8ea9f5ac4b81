package io.github.ratelimited.rule;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notifies listeners of the decision about a request, and refuses it. */
final class Refusals {

    private Refusals() {}

    /** {@return the exception that refuses the request, or {@code null} when it may go on} */
    static @Nullable RateLimitExceededException tell(List<Decision> decisions, DecisionListener listener) {
        decisions.forEach(listener::onDecision);
        Decision decision = decisions.get(0);
        return decision.allowed() ? null : new RateLimitExceededException(decision);
    }
}
