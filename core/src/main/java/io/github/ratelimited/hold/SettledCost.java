package io.github.ratelimited.hold;

import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.interceptor.expression.CapturedContext;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * What one limit of a call takes, and what it turns out to cost when the call is over.
 *
 * @param permits what the call takes
 * @param settle what it really cost, {@code null} where that is the same
 * @param begun what the expression sees of the beginning of the call
 */
record SettledCost(
        long permits,
        @Nullable LimitExpression settle,
        @Nullable CapturedContext begun) {

    static SettledCost of(long permits, @Nullable LimitExpression settle, EvaluationContext context) {
        return new SettledCost(
                permits, settle, settle == null ? null : CapturedContext.of(context, settle.variables()));
    }

    boolean uses(String variable) {
        return settle != null && settle.uses(variable);
    }

    /** What the call really cost, which is what it took where that cannot be evaluated. */
    long actual(CallEnd end, String limiter, SettleFailures failures) {
        if (settle == null || begun == null || !end.isFor(settle.variables())) {
            return permits;
        }
        try {
            return settle.cost(begun.endedBy(end));
        } catch (RuntimeException | Error ex) {
            failures.report(limiter, settle, ex);
            return permits;
        }
    }
}
