package io.github.ratelimited.web.route;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A route as the configuration describes it.
 *
 * @param id names the route in errors
 * @param path pattern of paths below the context path, such as {@code /api/**}, in the syntax of Spring's PathPattern
 * @param methods HTTP methods that count; empty for all
 * @param limiter name of the limiter, which methods and programs may share
 * @param key SpEL expression for whom the limit counts, {@code null} when all requests share the limit
 * @param permits SpEL expression for the permits that a request takes, {@code null} for one
 * @param condition SpEL expression that says whether a request counts, {@code null} for always
 * @param timeout longest wait for permits; zero never waits
 * @param stage when it counts
 */
public record RouteSettings(
        String id,
        String path,
        Set<String> methods,
        String limiter,
        @Nullable String key,
        @Nullable String permits,
        @Nullable String condition,
        Duration timeout,
        RouteStage stage) {

    public RouteSettings {
        methods = Set.copyOf(methods);
    }
}
