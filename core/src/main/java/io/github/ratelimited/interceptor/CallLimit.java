package io.github.ratelimited.interceptor;

import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.LimitUse;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;

/** A limit of one call. */
record CallLimit(MethodLimit limit, LimitedCall call, DeclaredLimiters limiters) implements LimitUse {

    @Override
    public String limiter() {
        return limit.name();
    }

    @Override
    public boolean watches() {
        return limit.mode() == LimiterMode.SHADOW;
    }

    @Override
    public LimitExpressions expressions() {
        return limit.expressions();
    }

    @Override
    public LimitedCall context() {
        return call;
    }

    @Override
    public RateLimiter keyed() {
        RateLimiter used = limit.limiter().get();
        return expressions().limiter(used != null ? used : limiters.get(limit), call, call.scope());
    }

    @Override
    public IllegalArgumentException missing(IllegalArgumentException lacking) {
        return call.isOfRequestHandler()
                ? new NullRequestKeyException(limit.name(), String.valueOf(lacking.getMessage()))
                : lacking;
    }

    @Override
    public Duration timeout() {
        return limit.timeout();
    }
}
