package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.RouteStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a route.
 *
 * @param path Pattern of the paths that count, below the context path, such as /api/**.
 * @param methods HTTP methods that count. All by default.
 * @param limiter Name of the limiter. The id of the route by default.
 * @param key SpEL expression for the key. By default all requests share the limit.
 * @param permits SpEL expression for the permits that a request takes.
 * @param condition SpEL expression that says whether a request counts.
 * @param plan SpEL expression for the plan that a request counts by.
 * @param settle SpEL expression for what a request really took, evaluated when it is over.
 * @param timeout Longest wait for permits, only after authentication. 0 never waits, -1 waits as long as it takes.
 * @param stage When the route counts.
 */
public record RouteProperties(
        @DefaultValue("") String path,
        @Nullable Set<String> methods,
        @Nullable String limiter,
        @Nullable String key,
        @Nullable String permits,
        @Nullable String condition,
        @Nullable String plan,
        @Nullable String settle,
        @DefaultValue("0") Duration timeout,
        @DefaultValue("before-authentication") RouteStage stage) {

    /** {@return all routes, sorted by id, without the limits of their limiters} */
    public static List<RouteSettings> all(RateLimitedProperties properties) {
        return properties.routes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(route -> route.getValue().settings(route.getKey()))
                .toList();
    }

    /** {@return the same with the limits of their limiters, as far as methods and the configuration say them} */
    public static List<RouteSettings> all(RateLimitedProperties properties, LimitedMethodRegistry limits) {
        Map<String, RateLimit> known = limits.limits();
        SettingsPrecedence settings = properties.settings();
        return all(properties).stream()
                .map(route -> new RouteSettings(
                        route.path(), route.stage(), route.rule().under(known, settings, limits::blockFor)))
                .toList();
    }

    private RouteSettings settings(String id) {
        String name = limiter == null ? id : limiter;
        return new RouteSettings(
                path,
                stage,
                new RuleSettings(
                        SettingsPrecedence.property("ratelimited.routes", id),
                        name,
                        methods,
                        key,
                        permits,
                        condition,
                        plan,
                        settle,
                        timeout,
                        null,
                        null));
    }
}
