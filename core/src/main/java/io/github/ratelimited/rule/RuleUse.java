package io.github.ratelimited.rule;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.hold.LimitUse;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** A rule that is for one request. Not safe for use by many threads. */
public final class RuleUse implements LimitUse {

    private final RuleMatch match;
    private final boolean watches;
    private final Function<String, RateLimiter> limiters;
    private @Nullable RateLimiter target;

    RuleUse(RuleMatch match, boolean watches, Function<String, RateLimiter> limiters) {
        this.match = match;
        this.watches = watches;
        this.limiters = limiters;
    }

    @Override
    public String limiter() {
        return match.rule().limiter();
    }

    @Override
    public boolean watches() {
        return watches;
    }

    @Override
    public LimitExpressions expressions() {
        return match.rule().expressions();
    }

    @Override
    public RateLimiter keyed() {
        target = expressions().limiter(limiters.apply(limiter()), context(), null);
        return target;
    }

    @Override
    public NullKeyException missing(IllegalArgumentException lacking) {
        return new NullKeyException(limiter(), String.valueOf(lacking.getMessage()));
    }

    @Override
    public EvaluationContext context() {
        return match.context();
    }

    @Override
    public Duration timeout() {
        return match.rule().timeout();
    }

    /** {@return the rule and what its expressions see of the request} */
    public RuleMatch match() {
        return match;
    }

    /** {@return the limiter with its key that took permits for the request, {@code null} where it cannot reject one} */
    public @Nullable RateLimiter counted() {
        return watches ? null : target;
    }
}
