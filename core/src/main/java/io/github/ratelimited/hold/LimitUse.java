package io.github.ratelimited.hold;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** One limit of one call or request, whose expressions are evaluated when they are asked for. */
public interface LimitUse {

    /** {@return name of the limiter, for messages} */
    String limiter();

    /** {@return whether it only watches, so that it neither refuses nor fails a call} */
    boolean watches();

    /** {@return what depends on the call} */
    LimitExpressions expressions();

    /** {@return whether its condition holds} */
    default boolean applies() {
        return expressions().apply(context());
    }

    /** {@return the limiter with the key and the plan of the call} */
    RateLimiter target();

    /** {@return what the call takes} */
    long permits();

    /** {@return what the call really costs, or {@code null} where that is the same} */
    default @Nullable LimitExpression settle() {
        return expressions().settle();
    }

    /** {@return what expressions see of the call} */
    EvaluationContext context();

    /** {@return how long the limit lets the call wait} */
    Duration timeout();
}
