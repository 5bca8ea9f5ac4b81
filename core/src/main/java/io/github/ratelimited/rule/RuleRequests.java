package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RuleRequests {

    private final Supplier<RateLimiters> limiters;
    private final Function<String, LimiterMode> modes;

    /**
     * Makes it for an application.
     *
     * @param limiters decide; asked for at the first request
     * @param modes the mode of a limiter by its name
     */
    public RuleRequests(Supplier<RateLimiters> limiters, Function<String, LimiterMode> modes) {
        this.limiters = limiters;
        this.modes = modes;
    }

    /**
     * The permits of one mode.
     *
     * @param matches the rules that are for the request
     * @param mode {@code ENFORCE}, or {@code SHADOW}, which never waits
     * @return {@code null} when there are none
     * @throws io.github.ratelimited.NullKeyException when the request has no key for one of them
     */
    public @Nullable RulePermits permits(List<RuleMatch> matches, LimiterMode mode) {
        Map<RateLimiter, Long> permits = new LinkedHashMap<>();
        @Nullable Duration timeout = null;
        for (RuleMatch match : matches) {
            Rule rule = match.rule();
            if (modes.apply(rule.limiter()) == mode && rule.counts(match.context())) {
                permits.merge(
                        rule.limiter(limiters.get(), match.context()),
                        rule.permits(match.context()),
                        RuleRequests::sum);
                timeout = timeout == null ? rule.timeout() : shorter(timeout, rule.timeout());
            }
        }
        if (timeout == null) {
            return null;
        }
        return new RulePermits(limiters.get(), permits, mode == LimiterMode.SHADOW ? Duration.ZERO : timeout);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static long sum(long permits, long more) {
        if (permits < 0 || more < 0) {
            return Math.min(permits, more);
        }
        return permits > Long.MAX_VALUE - more ? Long.MAX_VALUE : permits + more;
    }
}
