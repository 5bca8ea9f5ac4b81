package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds limits of one method that together take more permits of one limiter and key than it ever grants. */
final class MethodSumCheck {

    private MethodSumCheck() {}

    /**
     * What is wrong with the limits of a method, each of which may be possible and yet no call is.
     *
     * @param common the limits of limiters by name
     */
    static List<Finding> findings(
            List<MethodLimit> all, Map<String, RateLimit> common, SettingsPrecedence settings, String place) {
        Map<List<String>, List<Long>> permits = new LinkedHashMap<>();
        for (MethodLimit limit : all) {
            LimitExpressions expressions = limit.expressions();
            if (limit.mode() == LimiterMode.ENFORCE && expressions.condition() == null) {
                String key = expressions.key() == null ? "" : expressions.key().text();
                permits.computeIfAbsent(List.of(limit.name(), key), added -> new ArrayList<>())
                        .add(fixedPermits(limit, settings));
            }
        }
        List<Finding> findings = new ArrayList<>();
        permits.forEach((limiter, each) -> {
            String name = limiter.get(0);
            RateLimit limit = common.get(name);
            long sum = each.stream().mapToLong(Long::longValue).sum();
            if (limit != null && Collections.max(each) <= limit.maxPermits() && sum > limit.maxPermits()) {
                findings.add(new Finding(
                        "Rate limit '" + name + "' stands here " + each.size() + " times, which takes " + sum
                                + " permits of each call, but grants at most " + limit.maxPermits(),
                        place,
                        "Take fewer permits, or give one of them another name or key"));
            }
        });
        return findings;
    }

    /** Permits that each call takes, 0 where that depends on the call, or the limit does. */
    static long fixedPermits(MethodLimit limit, SettingsPrecedence settings) {
        LimitExpressions expressions = limit.expressions();
        LimitExpression permits = expressions.permits();
        Long fixed = permits == null ? Long.valueOf(1) : permits.constant(LimitExpression::permits);
        return fixed == null || settings.isLimitOfCall(limit.name(), expressions.key(), expressions.plan()) ? 0 : fixed;
    }
}
