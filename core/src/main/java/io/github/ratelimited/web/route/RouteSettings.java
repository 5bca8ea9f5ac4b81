package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.RuleSettings;
import java.util.Set;

/**
 * A route as the configuration describes it.
 *
 * @param path pattern of paths below the context path, such as {@code /api/**}, in the syntax of Spring's PathPattern
 * @param methods HTTP methods that count; empty for all
 * @param stage when it counts
 * @param rule what is counted
 */
public record RouteSettings(String path, Set<String> methods, RouteStage stage, RuleSettings rule) {

    public RouteSettings {
        methods = Set.copyOf(methods);
    }
}
