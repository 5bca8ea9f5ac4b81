package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts the routes of the configuration in force, or reports what is wrong with them. */
final class RoutesCheck extends ConfiguredLimits {

    private final Routes routes;

    RoutesCheck(Routes routes, RateLimitedProperties properties) {
        super(properties);
        this.routes = routes;
    }

    @Override
    protected Runnable replacement(RateLimitedProperties properties) {
        return routes.replacement(settings(properties));
    }

    private static List<RouteSettings> settings(RateLimitedProperties properties) {
        return properties.routes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(route -> route.getValue().settings(route.getKey()))
                .toList();
    }

    @Override
    protected Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return settings(properties).stream().map(RouteSettings::rule);
    }
}
