package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import io.github.ratelimited.web.route.RouteSettings;
import io.github.ratelimited.web.route.Routes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts the routes of the configuration in force, or tells what is wrong with them. */
final class RoutesCheck implements StartupCheck {

    private final Routes routes;
    private final RateLimitedProperties properties;

    RoutesCheck(Routes routes, RateLimitedProperties properties) {
        this.routes = routes;
        this.properties = properties;
    }

    @Override
    public List<Finding> findings() {
        try {
            routes.replace(settings());
            return List.of();
        } catch (RateLimitConfigurationException ex) {
            return ex.getFindings();
        }
    }

    private List<RouteSettings> settings() {
        return properties.routes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(route -> route.getValue().settings(route.getKey()))
                .toList();
    }

    @Override
    public Map<String, String> limiters() {
        Map<String, String> places = new TreeMap<>();
        settings()
                .forEach(
                        route -> places.put(route.rule().limiter(), route.rule().place()));
        return places;
    }
}
