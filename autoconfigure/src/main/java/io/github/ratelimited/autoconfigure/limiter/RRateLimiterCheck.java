package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.AdditionalCheck;
import io.github.ratelimited.rule.RuleSettings;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds what Redisson's limiters cannot do: settle, count by plans, take several limits at once, block refused keys, and be
 * leased.
 */
final class RRateLimiterCheck implements AdditionalCheck {

    private static final String SETTLE =
            "settle works with permits that can be given back and charged, which RRateLimiter cannot do";

    private static final String BLOCK = "blockFor blocks the keys that are refused, which RRateLimiter cannot do";

    private static final String PLAN = "plan counts a key under different limits, and RRateLimiter keeps one for each";

    private static final String SEVERAL =
            "several limits are taken together or not at all, and RRateLimiter can only take one";

    private final RateLimitedMethods methods;
    private final RateLimitedProperties properties;

    RRateLimiterCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        this.methods = methods;
        this.properties = properties;
    }

    @Override
    public List<Finding> findings() {
        return Stream.of(
                        places(LimitedMethod::settles, rule -> rule.settle() != null)
                                .map(place -> finding(SETTLE, place, "settle")),
                        places(
                                        method -> method.limits().stream()
                                                .anyMatch(limit ->
                                                        limit.expressions().plan() != null),
                                        rule -> rule.plan() != null)
                                .map(place -> finding(PLAN, place, "plan")),
                        places(RRateLimiterCheck::hasSeveral)
                                .map(place -> finding(SEVERAL, place, "all limits but one")),
                        blocked(),
                        leased())
                .flatMap(findings -> findings)
                .distinct()
                .toList();
    }

    private static boolean hasSeveral(LimitedMethod method) {
        return method.limits().stream()
                        .filter(limit -> limit.mode() == LimiterMode.ENFORCE)
                        .map(MethodLimit::name)
                        .distinct()
                        .count()
                > 1;
    }

    private Stream<Finding> leased() {
        return LeasedMethodsCheck.leases(properties).keySet().stream()
                .map(name -> new Finding(
                        "a lease takes permits ahead and gives back the rest, which RRateLimiter cannot do",
                        SettingsPrecedence.property(name) + ".lease",
                        "Set ratelimited.store to redis, or remove the property"));
    }

    private Stream<Finding> blocked() {
        Stream<Finding> annotated = places(method -> method.limits().stream().anyMatch(this::isAnnotated))
                .map(place -> finding(BLOCK, place, "blockFor"));
        Stream<Finding> configured = properties.limiters().entrySet().stream()
                .filter(limiter -> limiter.getValue().blockFor() != null)
                .map(limiter -> finding(BLOCK, SettingsPrecedence.property(limiter.getKey()), "block-for"));
        Stream<Finding> ofAll = properties.defaults().blockFor() == null
                ? Stream.empty()
                : Stream.of(finding(BLOCK, "ratelimited.defaults", "block-for"));
        return Stream.of(annotated, configured, ofAll).flatMap(findings -> findings);
    }

    /** {@return whether the annotation alone says how long refused keys are blocked} */
    private boolean isAnnotated(MethodLimit limit) {
        return limit.blockFor() != null && properties.settings().blockFor(limit.name()) == null;
    }

    private Stream<String> places(Predicate<LimitedMethod> isWrong, Predicate<RuleSettings> isWrongRule) {
        return Stream.concat(
                places(isWrong),
                LeasedMethodsCheck.rules(properties).filter(isWrongRule).map(RuleSettings::place));
    }

    private Stream<String> places(Predicate<LimitedMethod> isWrong) {
        return methods.limited().stream().filter(isWrong).map(LimitedMethod::place);
    }

    private static Finding finding(String what, String place, String attribute) {
        return new Finding(what, place, "Set ratelimited.store to redis or local, or leave " + attribute + " out");
    }
}
