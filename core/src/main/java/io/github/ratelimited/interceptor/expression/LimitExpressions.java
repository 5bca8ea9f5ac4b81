package io.github.ratelimited.interceptor.expression;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.invocation.CallScope;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * The expressions of one limit of methods or requests.
 *
 * @param key for whom it counts, {@code null} for all calls together
 * @param permits permits a call takes, {@code null} for one
 * @param condition whether a call is limited, {@code null} for always
 * @param plan the plan that a call counts by, {@code null} for none
 * @param settle what a call really took, {@code null} where it is what the call takes
 */
public record LimitExpressions(
        @Nullable LimitExpression key,
        @Nullable LimitExpression permits,
        @Nullable LimitExpression condition,
        @Nullable LimitExpression plan,
        @Nullable LimitExpression settle) {

    /** {@return whether a call is limited} */
    public boolean apply(EvaluationContext context) {
        return condition == null || condition.condition(context);
    }

    /** {@return permits a call takes} */
    public long permits(EvaluationContext context) {
        return permits == null ? 1 : permits.permits(context);
    }

    /** {@return the limiter with the key and the plan of a call, as {@link LimitExpression#limiter} takes its arguments} */
    public RateLimiter limiter(RateLimiter limiter, EvaluationContext context, @Nullable CallScope scope) {
        RateLimiter withKey = key == null ? limiter : key.limiter(limiter, context, scope);
        return plan == null ? withKey : withKey.withPlan(plan.plan(context));
    }

    /** {@return the attribute whose expression uses a variable, or {@code null} when none does} */
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
}
