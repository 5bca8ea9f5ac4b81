package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.Rule;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Makes a route from its settings, and collects what is wrong with it. */
final class RouteReader extends EntryReader<Route> {

    private final RouteSettings settings;
    private final PathPatternParser parser;

    RouteReader(RouteSettings settings, PathPatternParser parser, Expressions expressions) {
        super(settings.rule(), expressions, RouteContext.VARIABLES);
        this.settings = settings;
        this.parser = parser;
    }

    @Override
    protected @Nullable Route read() {
        PathPattern path = path();
        Rule rule = rule();
        if (settings.stage() == RouteStage.BEFORE_AUTHENTICATION) {
            checkEarly(rule);
        }
        return path == null ? null : new Route(settings.stage(), path, rule);
    }

    private @Nullable PathPattern path() {
        if (settings.path().isBlank()) {
            find("path is missing", "Set a pattern such as /api/**");
            return null;
        }
        if (settings.path().contains("://")) {
            find(
                    "path '" + settings.path() + "' is a URL",
                    "Set a pattern of paths below the context path, such as /api/**");
            return null;
        }
        return path("path", parser.initFullPathPattern(settings.path()), parser);
    }

    private void checkEarly(Rule rule) {
        String attribute = rule.expressions().attributeWith("principal");
        if (attribute != null) {
            find(
                    attribute + " uses #principal, which is not known before authentication",
                    "Set stage: after-authentication");
        }
        if (!rule.timeout().isZero()) {
            find(
                    "timeout is " + rule.timeout() + ", but no request waits before authentication",
                    "Leave the timeout out, or set stage: after-authentication");
        }
    }
}
