package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.RuleSettings;

/**
 * A route as the configuration describes it.
 *
 * @param path pattern of paths below the context path, such as {@code /api/**}, in the syntax of Spring's PathPattern
 * @param stage when it counts
 * @param rule what is counted
 */
public record RouteSettings(String path, RouteStage stage, RuleSettings rule) {}
