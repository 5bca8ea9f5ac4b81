package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.hold.CombinedPermits;
import io.github.ratelimited.hold.PermitTaker;
import io.github.ratelimited.hold.SettleFailures;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.function.SingletonSupplier;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RuleRequests {

    private final Supplier<RateLimiters> limiters;
    private final Supplier<RateLimitSettings> settings;
    private final Supplier<PermitTaker> taker;

    /**
     * Makes it for an application.
     *
     * @param limiters decide; asked for at the first request
     * @param settings what the configuration says now about modes and audiences
     * @param failures is notified of requests whose cost cannot be evaluated; asked for at the first request
     */
    public RuleRequests(
            Supplier<RateLimiters> limiters, Supplier<RateLimitSettings> settings, Supplier<SettleFailures> failures) {
        this.limiters = limiters;
        this.settings = settings;
        this.taker = SingletonSupplier.of(() -> new PermitTaker(limiters.get(), failures.get()));
    }

    /**
     * The permits of one mode.
     *
     * @param matches the rules that are for the request
     * @param mode {@code ENFORCE}, or {@code SHADOW}, which never waits
     * @param place whom limits are meant for here where the configuration does not say
     * @param <C> what the expressions of the rules see
     * @return {@code null} when there are none
     * @throws io.github.ratelimited.NullKeyException when the request has no key for one of them
     */
    @Nullable
    <C extends EvaluationContext> RulePermits<C> permits(List<RuleMatch<C>> matches, LimiterMode mode, Audience place) {
        RateLimitSettings known = settings.get();
        CombinedPermits shares = new CombinedPermits();
        List<Counted<C>> counted = new ArrayList<>(matches.size());
        for (RuleMatch<C> match : matches) {
            Rule rule = match.rule();
            if (known.mode(rule.limiter()) == mode && rule.counts(match.context())) {
                RateLimiter limiter = rule.limiter(limiters.get(), match.context());
                shares.add(
                        limiter,
                        rule.permits(match.context()),
                        rule.settle(),
                        match.context(),
                        mode == LimiterMode.SHADOW ? Duration.ZERO : rule.timeout());
                counted.add(new Counted<>(match, limiter));
            }
        }
        return shares.isEmpty()
                ? null
                : new RulePermits<>(
                        taker.get(), shares, counted, decision -> decision.to(audience(decision.limiter(), place)));
    }

    /** {@return whom the limiter is meant for, by the configuration or else by the place of the refusal} */
    private Audience audience(String limiter, Audience place) {
        return settings.get().audience(limiter, place);
    }
}
