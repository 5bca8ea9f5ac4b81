package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.LimitUse;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** A rule that is for one request. Not safe for use by many threads. */
final class RuleUse<C extends EvaluationContext> implements LimitUse {

    private final RuleMatch<C> match;
    private final boolean watches;
    private final Supplier<RateLimiters> limiters;
    private @Nullable RateLimiter limiter;

    RuleUse(RuleMatch<C> match, boolean watches, Supplier<RateLimiters> limiters) {
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
    public boolean applies() {
        return match.rule().counts(match.context());
    }

    @Override
    public void addTo(CombinedPermits shares) {
        Rule rule = match.rule();
        limiter = rule.limiter(limiters.get(), match.context());
        shares.add(limiter, rule.permits(match.context()), rule.settle(), match.context(), rule.timeout());
    }

    /** {@return the rule with its limiter, where it may refuse the request} */
    Optional<Counted<C>> counted() {
        return watches || limiter == null ? Optional.empty() : Optional.of(new Counted<>(match, limiter));
    }
}
