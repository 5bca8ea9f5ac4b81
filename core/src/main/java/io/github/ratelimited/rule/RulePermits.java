package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.Taken;
import java.util.List;

/**
 * The permits that the rules of one request take.
 *
 * @param request takes them
 * @param counted the rules that may refuse it
 */
record RulePermits(PermitRequest request, List<CountedRule> counted) {

    /** {@return the request, which goes on} */
    CountedRequest allowed(Taken taken) {
        if (!taken.isAllowed()) {
            throw refusal(taken);
        }
        return new CountedRequest(counted, taken);
    }

    /** The exception that {@link #allowed} throws. */
    RateLimitExceededException refusal(Taken taken) {
        return new RateLimitExceededException(taken.decisions().get(0));
    }
}
