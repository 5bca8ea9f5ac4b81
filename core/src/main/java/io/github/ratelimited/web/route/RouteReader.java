package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.Rule;
import io.github.ratelimited.rule.RuleReader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Makes a route from its settings, and collects what is wrong with it. */
final class RouteReader implements EntryReader<Route> {

    private final RouteSettings settings;
    private final PathPatternParser parser;
    private final RuleReader reader;

    RouteReader(RouteSettings settings, PathPatternParser parser, Expressions expressions) {
        this.settings = settings;
        this.parser = parser;
        this.reader = new RuleReader(settings.rule(), expressions, RouteContext.VARIABLES);
    }

    @Override
    public List<Finding> findings() {
        return reader.findings();
    }

    @Override
    public @Nullable Route read() {
        PathPattern path = path();
        Rule rule = reader.read();
        if (settings.stage() == RouteStage.BEFORE_AUTHENTICATION) {
            checkEarly(rule);
        }
        return path == null || !findings().isEmpty() ? null : new Route(settings.stage(), path, rule);
    }

    private @Nullable PathPattern path() {
        if (settings.path().isBlank()) {
            reader.find("path is missing", "Set a pattern such as /api/**");
            return null;
        }
        return reader.path("path", settings.path(), parser);
    }

    private void checkEarly(Rule rule) {
        String attribute = rule.attributeWith("principal");
        if (attribute != null) {
            reader.find(
                    attribute + " uses #principal, whom nobody knows before authentication",
                    "Set stage: after-authentication");
        }
        if (!rule.timeout().isZero()) {
            reader.find(
                    "timeout is " + rule.timeout() + ", but no request waits before authentication",
                    "Leave the timeout out, or set stage: after-authentication");
        }
    }
}
