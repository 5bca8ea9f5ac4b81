package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts the routes of the configuration in force, or tells what is wrong with them. */
final class RoutesCheck extends ConfiguredLimits {

    private final Routes routes;

    RoutesCheck(Routes routes, RateLimitedProperties properties) {
        super(properties);
        this.routes = routes;
    }

    @Override
    public Runnable read(RateLimitedProperties properties) {
        return routes.replacement(settings(properties));
    }

    private static List<RouteSettings> settings(RateLimitedProperties properties) {
        return properties.routes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(route -> route.getValue().settings(route.getKey()))
                .toList();
    }

    @Override
    public Map<String, String> limiters(RateLimitedProperties properties) {
        Map<String, String> places = new TreeMap<>();
        settings(properties)
                .forEach(
                        route -> places.put(route.rule().limiter(), route.rule().place()));
        return places;
    }
}
