package io.github.ratelimited;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A call was rejected: its limit is used up, or it is blocked. Has the decision, and no stack trace. */
public final class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Decision decision;

    private final ArrayList<Decision> decisions;

    /**
     * Makes the exception for a rejection.
     *
     * @param decision the decision that rejected the call
     * @throws IllegalArgumentException when it is missing
     */
    public RateLimitExceededException(Decision decision) {
        this(List.of(DecisionBuilder.given("decision", decision)));
    }

    /**
     * Makes the exception for rejections of several limiters.
     *
     * @param decisions one for each limiter that rejected the call, the longest rejection first; at least one
     * @throws IllegalArgumentException when there is none, or one is missing
     */
    public RateLimitExceededException(List<Decision> decisions) {
        super(null, null, false, false);
        this.decisions = new ArrayList<>(DecisionBuilder.given("decisions", decisions));
        this.decisions.forEach(each -> DecisionBuilder.given("decision", each));
        DecisionBuilder.checked(!decisions.isEmpty(), "decisions", "at least one", decisions);
        this.decision = this.decisions.get(0);
    }

    /** {@return the limiter, its limit and when to try again; made on demand, because most rejections only need a status} */
    @Override
    public String getMessage() {
        return "Rate limit '" + decision.limiter() + "' of " + decision.limit()
                + (decision.blocked() ? " is blocked, retry after " : " exceeded, retry after ")
                + decision.retryAfter();
    }

    /**
     * The decision that rejected the call.
     *
     * @return the decision, with the time to retry after
     */
    public Decision getDecision() {
        return decision;
    }

    /**
     * The decisions of the limiters that rejected the call, of those that were asked together.
     *
     * @return at least one, that of {@link #getDecision()} first
     */
    public List<Decision> getDecisions() {
        return Collections.unmodifiableList(decisions);
    }
}
