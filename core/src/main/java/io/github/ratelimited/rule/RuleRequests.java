package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RuleRequests {

    private final Supplier<RateLimiters> limiters;
    private final Supplier<RateLimitSettings> settings;

    /**
     * Makes it for an application.
     *
     * @param limiters decide; asked for at the first request
     * @param settings what the configuration says now about modes and audiences
     */
    public RuleRequests(Supplier<RateLimiters> limiters, Supplier<RateLimitSettings> settings) {
        this.limiters = limiters;
        this.settings = settings;
    }

    /**
     * The permits of one mode.
     *
     * @param matches the rules that are for the request
     * @param mode {@code ENFORCE}, or {@code SHADOW}, which never waits
     * @return {@code null} when there are none
     * @throws io.github.ratelimited.NullKeyException when the request has no key for one of them
     */
    @Nullable
    RulePermits permits(List<RuleMatch> matches, LimiterMode mode) {
        RateLimitSettings known = settings.get();
        Map<RateLimiter, Long> permits = new LinkedHashMap<>();
        List<Counted> counted = new ArrayList<>(matches.size());
        @Nullable Duration timeout = null;
        for (RuleMatch match : matches) {
            Rule rule = match.rule();
            if (known.mode(rule.limiter()) == mode && rule.counts(match.context())) {
                RateLimiter limiter = rule.limiter(limiters.get(), match.context());
                permits.merge(limiter, rule.permits(match.context()), RuleRequests::sum);
                counted.add(new Counted(match, limiter));
                timeout = timeout == null ? rule.timeout() : shorter(timeout, rule.timeout());
            }
        }
        if (timeout == null) {
            return null;
        }
        return new RulePermits(limiters.get(), permits, mode == LimiterMode.SHADOW ? Duration.ZERO : timeout, counted);
    }

    /** {@return whom the limiter is meant for, by the configuration or else by the place of the refusal} */
    Audience audience(String limiter, Audience place) {
        return settings.get().audience(limiter, place);
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
