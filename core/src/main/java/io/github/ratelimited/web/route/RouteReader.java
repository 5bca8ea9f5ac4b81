package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Makes a route from its settings, and collects what is wrong with it. */
final class RouteReader {

    private final RouteSettings settings;
    private final PathPatternParser parser;
    private final Expressions expressions;
    private final String place;
    private final List<Finding> findings = new ArrayList<>();

    RouteReader(RouteSettings settings, PathPatternParser parser, Expressions expressions) {
        this.settings = settings;
        this.parser = parser;
        this.expressions = expressions;
        this.place = "ratelimited.routes." + settings.id();
    }

    List<Finding> findings() {
        return findings;
    }

    /** {@return the route, or {@code null} when there are findings} */
    @Nullable
    Route read() {
        PathPattern path = path();
        @Nullable LimitExpression key = expression("key", settings.key());
        @Nullable LimitExpression permits = expression("permits", settings.permits());
        @Nullable LimitExpression condition = expression("condition", settings.condition());
        checkMethods();
        if (settings.stage() == RouteStage.BEFORE_AUTHENTICATION
                && !settings.timeout().isZero()) {
            find(
                    "timeout is " + settings.timeout() + ", but no request waits before authentication",
                    "Leave the timeout out, or set stage: after-authentication");
        }
        if (permits != null && permits.isConstant()) {
            attempt(() -> permits.constantPermits(), "Correct permits");
        }
        if (path == null || !findings.isEmpty()) {
            return null;
        }
        return new Route(path, settings.methods(), settings.limiter(), key, permits, condition, settings.timeout());
    }

    private @Nullable PathPattern path() {
        if (settings.path().isBlank()) {
            find("path is missing", "Set a pattern such as /api/**");
            return null;
        }
        try {
            return parser.parse(settings.path());
        } catch (PatternParseException ex) {
            find(
                    "path '" + settings.path() + "' is no pattern: " + ex.toDetailedString(),
                    "Write a pattern such as /api/{version}/**");
            return null;
        }
    }

    private void checkMethods() {
        Set<String> unknown = new HashSet<>(settings.methods());
        for (HttpMethod known : HttpMethod.values()) {
            unknown.remove(known.name());
        }
        if (!unknown.isEmpty()) {
            find("methods has " + unknown + ", which are no HTTP methods", "Write methods such as GET or POST");
        }
    }

    private @Nullable LimitExpression expression(String attribute, @Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.isBlank()) {
            find(
                    attribute + " is empty; in YAML an unquoted # begins a comment",
                    "Quote the expression, as in " + attribute + ": \"#clientAddress\"");
            return null;
        }
        @Nullable
        LimitExpression parsed = attempt(
                () -> expressions.parse(attribute, text, RouteContext.VARIABLES, place), "Correct the expression");
        if (parsed != null && settings.stage() == RouteStage.BEFORE_AUTHENTICATION && parsed.uses("principal")) {
            find(
                    attribute + " uses #principal, whom nobody knows before authentication",
                    "Set stage: after-authentication");
        }
        return parsed;
    }

    private <T> @Nullable T attempt(Attempt<T> attempt, String action) {
        try {
            return attempt.get();
        } catch (IllegalArgumentException ex) {
            find(String.valueOf(ex.getMessage()), action);
            return null;
        }
    }

    private void find(String what, String action) {
        findings.add(new Finding(what, place, action));
    }

    private interface Attempt<T> {

        @Nullable
        T get();
    }
}
