package io.github.ratelimited;

/** A call was refused because its limit is used up. Carries the decision and no stack trace. */
public final class RateLimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Decision decision;

    /**
     * Makes the exception for a refusal.
     *
     * @param decision the decision that refused
     */
    public RateLimitExceededException(Decision decision) {
        super(
                "Rate limit '" + decision.limiter() + "' of " + decision.limit() + " exceeded, retry after "
                        + decision.retryAfter(),
                null,
                false,
                false);
        this.decision = decision;
    }

    /**
     * The decision that refused the call.
     *
     * @return the decision, with the time to retry after
     */
    public Decision getDecision() {
        return decision;
    }
}
