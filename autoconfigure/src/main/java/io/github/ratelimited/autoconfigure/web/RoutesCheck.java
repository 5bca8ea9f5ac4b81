package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.autoconfigure.RouteProperties;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.Routes;
import java.util.stream.Stream;

/** Puts the routes of the configuration in force, or reports what is wrong with them. */
final class RoutesCheck extends ConfiguredLimits {

    private final Routes routes;

    RoutesCheck(Routes routes, RateLimitedProperties properties) {
        super(properties);
        this.routes = routes;
    }

    @Override
    public Runnable read(RateLimitedProperties properties) {
        SettingsPrecedence settings = properties.settings();
        boolean joint = properties.store() != Store.RRATELIMITER;
        return routes.replacement(
                RouteProperties.all(properties), limiter -> joint && settings.mode(limiter) == LimiterMode.ENFORCE);
    }

    @Override
    protected Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return RouteProperties.all(properties).stream().map(RouteSettings::rule);
    }
}
