package io.github.ratelimited.hold;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.expression.UnusableValueException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** One limit of one call or request, whose expressions are evaluated when they are asked for. */
public interface LimitUse {

    /** {@return name of the limiter, for messages} */
    String limiter();

    /** {@return whether it only watches, so that it neither rejects nor fails a call} */
    boolean watches();

    /** {@return what depends on the call} */
    LimitExpressions expressions();

    /** {@return the limiter with the key and the plan that the expressions give, which may fail} */
    RateLimiter keyed();

    /** {@return what to fail with where the call lacks a value that an expression needs} */
    IllegalArgumentException missing(IllegalArgumentException lacking);

    /** {@return whether its condition holds} */
    default boolean applies() {
        try {
            return expressions().apply(context());
        } catch (UnusableValueException ex) {
            throw missing(ex);
        }
    }

    /** {@return the limiter with the key and the plan of the call} */
    default RateLimiter target() {
        try {
            return keyed();
        } catch (NullKeyException | UnusableValueException ex) {
            throw missing(ex);
        }
    }

    /** {@return what the call takes} */
    default long permits() {
        try {
            return expressions().permits(context());
        } catch (UnusableValueException ex) {
            throw missing(ex);
        }
    }

    /** {@return what the call really costs, or {@code null} where that is the same} */
    default @Nullable LimitExpression settle() {
        return expressions().settle();
    }

    /** {@return what expressions see of the call} */
    EvaluationContext context();

    /** {@return how long the limit lets the call wait} */
    Duration timeout();
}
