package io.github.ratelimited.rule;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.NullPermitsException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * An entry that is ready to count. Safe for use by many threads.
 *
 * @param limiter name of the limiter
 * @param methods HTTP methods that count; empty for all
 * @param key for whom it counts, or {@code null}
 * @param permits what a request takes, or {@code null} for one permit
 * @param condition whether a request counts, or {@code null} for always
 * @param plan the plan that a request counts by, or {@code null} for none
 * @param settle what a request really took, or {@code null} where it is what it takes
 * @param timeout longest wait
 */
public record Rule(
        String limiter,
        Set<String> methods,
        @Nullable LimitExpression key,
        @Nullable LimitExpression permits,
        @Nullable LimitExpression condition,
        @Nullable LimitExpression plan,
        @Nullable LimitExpression settle,
        Duration timeout) {

    /** {@return whether requests of an HTTP method, in upper case, count} */
    public boolean isFor(String method) {
        return methods.isEmpty() || methods.contains(method);
    }

    /** {@return the attribute whose expression needs a variable, or {@code null} when none does} */
    public @Nullable String attributeWith(String variable) {
        if (uses(key, variable)) {
            return "key";
        }
        if (uses(permits, variable)) {
            return "permits";
        }
        if (uses(condition, variable)) {
            return "condition";
        }
        if (uses(plan, variable)) {
            return "plan";
        }
        return uses(settle, variable) ? "settle" : null;
    }

    private static boolean uses(@Nullable LimitExpression expression, String variable) {
        return expression != null && expression.uses(variable);
    }

    boolean counts(EvaluationContext context) {
        return condition == null || condition.condition(context);
    }

    long permits(EvaluationContext context) {
        try {
            return permits == null ? 1 : permits.permits(context);
        } catch (NullPermitsException ex) {
            throw new NullKeyException(limiter, String.valueOf(ex.getMessage()));
        }
    }

    RateLimiter limiter(RateLimiter named, EvaluationContext context) {
        RateLimiter withKey = key == null ? named : key.limiter(named, context, null);
        return plan == null ? withKey : withKey.withPlan(plan.plan(context));
    }
}
