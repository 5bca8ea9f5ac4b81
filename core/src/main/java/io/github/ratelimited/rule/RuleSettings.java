package io.github.ratelimited.rule;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of routes and of clients have in common.
 *
 * @param place property that holds the entry, such as {@code ratelimited.routes.public}
 * @param limiter name of the limiter, which methods and programs may share
 * @param methods HTTP methods that count, in any case; {@code null} for all
 * @param key SpEL expression for whom the limit counts, {@code null} when all requests share the limit
 * @param permits SpEL expression for the permits that a request takes, {@code null} for one
 * @param condition SpEL expression that says whether a request counts, {@code null} for always
 * @param plan SpEL expression for the plan that a request counts by, {@code null} for none
 * @param settle SpEL expression for what a request really took, {@code null} where it is what it takes
 * @param timeout longest wait for permits: zero never waits, -1 ms waits for as long as it takes, any other negative is a finding
 * @param limit the limit of each request, {@code null} where the configuration does not say all of it or requests differ
 * @param blockFor how long the limiter blocks a key that it rejects, {@code null} for not at all
 */
public record RuleSettings(
        String place,
        String limiter,
        @Nullable Set<String> methods,
        @Nullable String key,
        @Nullable String permits,
        @Nullable String condition,
        @Nullable String plan,
        @Nullable String settle,
        Duration timeout,
        @Nullable RateLimit limit,
        @Nullable Duration blockFor) {

    public RuleSettings {
        methods = methods == null
                ? null
                : methods.stream()
                        .map(method -> method.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** {@return the same with what is known of limiters, by their names} */
    public RuleSettings under(
            Map<String, RateLimit> limits, SettingsPrecedence settings, Function<String, @Nullable Duration> blocks) {
        return new RuleSettings(
                place,
                limiter,
                methods,
                key,
                permits,
                condition,
                plan,
                settle,
                timeout,
                settings.isLimitOfCall(limiter, key, plan) ? null : limits.get(limiter),
                blocks.apply(limiter));
    }

    /** {@return the text of an expression by the name of its attribute} */
    @Nullable
    String expression(String attribute) {
        return switch (attribute) {
            case "key" -> key;
            case "permits" -> permits;
            case "condition" -> condition;
            case "plan" -> plan;
            case "settle" -> settle;
            default -> throw new IllegalArgumentException(attribute);
        };
    }
}
