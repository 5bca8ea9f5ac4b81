package io.github.ratelimited.autoconfigure.gateway;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong with the filters of routes. Gateway makes all routes again when one has changed, and a route several times;
 * its problems are logged when they are others than before. Safe for use by many threads.
 */
final class RouteProblems {

    private static final Logger log = LoggerFactory.getLogger(GatewayRateLimiter.class);

    private static final String PREFIX = "ratelimited.";

    private static final Set<String> KNOWN = Set.of(PREFIX + "limiter", PREFIX + "permits");

    private final Map<String, List<String>> last = new ConcurrentHashMap<>();

    void report(String route, List<String> problems) {
        if (!problems.equals(last.put(route, problems))) {
            problems.forEach(problem -> log.warn("Route '{}' {}", route, problem));
        }
    }

    /** {@return the arguments that are for a limiter of ours, and which it does not know} */
    static List<String> unknown(Set<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(PREFIX) && !KNOWN.contains(argument))
                .sorted()
                .toList();
    }
}
