package io.github.ratelimited.interceptor;

import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** Works out which permits a call needs. Safe for use by many threads. */
final class PermitRequests {

    private final RateLimitedMethods methods;
    private final DeclaredLimiters limiters;

    PermitRequests(RateLimitedMethods methods, DeclaredLimiters limiters) {
        this.methods = methods;
        this.limiters = limiters;
    }

    /** The permits, or {@code null} when no condition holds and the call is free. */
    @Nullable
    PermitRequest of(LimitedMethod method, MethodInvocation invocation) {
        EvaluationContext context = methods.context(method, invocation);
        if (method.limits().size() > 1) {
            return joint(method, context);
        }
        MethodLimit limit = method.limits().get(0);
        return applies(limit, context)
                ? new PermitRequest.Single(limiter(limit, context), permits(limit, context), limit.timeout())
                : null;
    }

    /**
     * The shortest timeout decides, because a call waits for all of its limits and none may be waited for longer than
     * it allows. Two limits of the same limiter and key take their permits together.
     */
    private @Nullable PermitRequest joint(LimitedMethod method, EvaluationContext context) {
        Map<RateLimiter, Long> permits = new LinkedHashMap<>();
        Duration timeout = null;
        for (MethodLimit limit : method.limits()) {
            if (applies(limit, context)) {
                permits.merge(limiter(limit, context), permits(limit, context), Math::addExact);
                timeout = timeout == null || limit.timeout().compareTo(timeout) < 0 ? limit.timeout() : timeout;
            }
        }
        return timeout == null ? null : new PermitRequest.Joint(limiters.limiters(), permits, timeout);
    }

    private static boolean applies(MethodLimit limit, EvaluationContext context) {
        return limit.condition() == null || limit.condition().condition(context);
    }

    private static long permits(MethodLimit limit, EvaluationContext context) {
        return limit.permits() == null ? 1 : limit.permits().permits(context);
    }

    private RateLimiter limiter(MethodLimit limit, EvaluationContext context) {
        RateLimiter limiter = limiters.get(limit);
        LimitExpression key = limit.key();
        if (key == null) {
            return limiter;
        }
        Object value = key.key(context);
        try {
            return limiter.forKey(value);
        } catch (IllegalArgumentException ex) {
            throw key.failure("is no key: " + ex.getMessage(), ex);
        }
    }
}
