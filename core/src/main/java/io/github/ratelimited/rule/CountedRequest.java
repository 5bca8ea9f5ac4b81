package io.github.ratelimited.rule;

import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.expression.CallEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that may go on.
 *
 * @param rules the rules that are for it
 * @param taken what they took, and those that only watch
 */
public record CountedRequest(List<RuleUse> rules, TakenPermits taken) {

    /** A request that no rule is for. */
    public static final CountedRequest FREE = new CountedRequest(List.of(), TakenPermits.NOTHING);

    /** {@return whether the end of the request has to be reported} */
    public boolean isSettled() {
        return taken.isSettled();
    }

    /** The request is over, without a status where it has failed before one was there. */
    public void end(@Nullable Integer status, @Nullable Throwable error) {
        taken.end(CallEnd.answered(status, error));
    }

    /** A request to others was answered. */
    public void answered(int status, Headers headers) {
        taken.end(CallEnd.answered(status, null).with("headers", headers));
    }
}
