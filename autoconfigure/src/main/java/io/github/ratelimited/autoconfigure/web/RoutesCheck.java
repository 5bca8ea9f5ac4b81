package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.ConfiguredRules;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RouteProperties;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.Routes;
import java.util.stream.Stream;

/** Puts the routes of the configuration in force, or reports what is wrong with them. */
final class RoutesCheck extends ConfiguredRules {

    private final Routes routes;

    RoutesCheck(Routes routes, RateLimitedProperties properties, RateLimitedMethods methods) {
        super(properties, methods);
        this.routes = routes;
    }

    @Override
    public Runnable read(RateLimitedProperties properties) {
        return routes.replacement(RouteProperties.all(properties, under(properties)), together(properties));
    }

    @Override
    protected Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return RouteProperties.all(properties).stream().map(RouteSettings::rule);
    }
}
