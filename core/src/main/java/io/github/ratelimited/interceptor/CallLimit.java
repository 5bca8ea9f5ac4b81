package io.github.ratelimited.interceptor;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.LimitUse;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.CallContext;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.NullPermitsException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A limit of one call.
 *
 * @param limit the limit
 * @param call the call
 * @param context what expressions see of the call
 * @param limiters has the limiter of the limit
 */
record CallLimit(MethodLimit limit, LimitedCall call, CallContext context, DeclaredLimiters limiters)
        implements LimitUse {

    @Override
    public String limiter() {
        return limit.name();
    }

    @Override
    public boolean watches() {
        return limit.mode() == LimiterMode.SHADOW;
    }

    @Override
    public boolean applies() {
        return limit.condition() == null || limit.condition().condition(context);
    }

    @Override
    public RateLimiter target() {
        RateLimiter limiter = withKey();
        return limit.plan() == null ? limiter : limiter.withPlan(limit.plan().plan(context));
    }

    private RateLimiter withKey() {
        RateLimiter used = limit.limiter().get();
        RateLimiter limiter = used != null ? used : limiters.get(limit);
        LimitExpression key = limit.key();
        if (key == null) {
            return limiter;
        }
        try {
            return key.limiter(limiter, context, context.scope());
        } catch (NullKeyException ex) {
            throw missing(ex);
        }
    }

    @Override
    public long permits() {
        try {
            return limit.permits() == null ? 1 : limit.permits().permits(context);
        } catch (NullPermitsException ex) {
            throw missing(ex);
        }
    }

    private IllegalArgumentException missing(IllegalArgumentException ex) {
        return call.isOfRequestHandler()
                ? new NullRequestKeyException(limit.name(), String.valueOf(ex.getMessage()))
                : ex;
    }

    @Override
    public @Nullable LimitExpression settle() {
        return limit.settle();
    }

    @Override
    public Duration timeout() {
        return limit.timeout();
    }
}
