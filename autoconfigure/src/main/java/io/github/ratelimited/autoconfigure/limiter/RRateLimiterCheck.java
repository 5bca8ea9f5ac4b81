package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds what Redisson's limiters cannot do: count by other algorithms, settle, count by plans, take several limits at once,
 * block rejected keys, and be leased.
 */
final class RRateLimiterCheck extends StoreCheck {

    private static final String SETTLE =
            "settle works with permits that can be given back and charged, which RRateLimiter cannot do";
    private static final String BLOCK = "blockFor blocks the keys that are rejected, which RRateLimiter cannot do";
    private static final String PLAN = "plan counts a key under different limits, and RRateLimiter keeps one for each";
    private static final String SEVERAL =
            "several limits are taken together or not at all, and RRateLimiter can only take one";
    private static final String LEASE =
            "a lease takes permits ahead and gives back the rest, which RRateLimiter cannot do";

    RRateLimiterCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        super(methods, properties);
    }

    @Override
    void check(Collection<LimitedMethod> limited, RateLimitedProperties properties, Set<Finding> findings) {
        SettingsPrecedence settings = properties.settings();
        Map<String, RateLimit> limits = new TreeMap<>(settings.limits());
        limits.putAll(LimitedMethod.limits(limited));
        limits.forEach((name, limit) -> check(name, limit, findings));
        limited.forEach(method -> check(method, settings, findings));
        entries(properties).forEach(rule -> {
            check(rule.settle(), SETTLE, rule.place(), "settle", findings);
            check(rule.plan(), PLAN, rule.place(), "plan", findings);
        });
        properties.limiters().forEach((name, limiter) -> {
            String place = SettingsPrecedence.property(name);
            check(limiter.blockFor(), BLOCK, place, "block-for", findings);
            if (limiter.lease() != null) {
                findings.add(
                        new Finding(LEASE, place + ".lease", "Set ratelimited.store to redis, or remove the property"));
            }
        });
        check(properties.defaults().blockFor(), BLOCK, "ratelimited.defaults", "block-for", findings);
    }

    private static void check(String name, RateLimit limit, Set<Finding> findings) {
        String problem = RRateLimiters.problemWith(limit);
        if (problem != null) {
            findings.add(new Finding(
                    "Rate limit '" + name + "': " + problem,
                    SettingsPrecedence.property(name),
                    "Correct the settings of this limiter, or set another ratelimited.store"));
        }
    }

    private static void check(LimitedMethod method, SettingsPrecedence settings, Set<Finding> findings) {
        Set<String> enforced = new HashSet<>();
        for (MethodLimit limit : method.limits()) {
            check(limit.expressions().settle(), SETTLE, method.place(), "settle", findings);
            check(limit.expressions().plan(), PLAN, method.place(), "plan", findings);
            if (settings.blockFor(limit.name()) == null) {
                check(limit.blockFor(), BLOCK, method.place(), "blockFor", findings);
            }
            if (limit.mode() == LimiterMode.ENFORCE) {
                LimitExpression key = limit.expressions().key();
                enforced.add(key == null ? limit.name() : limit.name() + " " + key.text());
            }
        }
        check(enforced.size() > 1 ? enforced : null, SEVERAL, method.place(), "all limits but one", findings);
    }

    private static void check(
            @Nullable Object value, String what, String place, String attribute, Set<Finding> findings) {
        if (value != null) {
            findings.add(new Finding(
                    what, place, "Set ratelimited.store to redis or local, or leave " + attribute + " out"));
        }
    }
}
