package io.github.ratelimited.web.route;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;

/**
 * Finds routes that count one request together and take more permits of one limiter and key than it ever grants. It tries a
 * request for each pattern, so what it finds is real, but there may be others.
 */
final class RouteSums {

    /** What stands for any text in a pattern. */
    private static final Pattern OPEN = Pattern.compile("[*][*]|[{][^/]*[}]|[*?]");

    private final List<Counted> all = new ArrayList<>();
    private final TreeSet<String> methods = new TreeSet<>(List.of("GET"));
    private final Map<List<String>, Finding> findings = new LinkedHashMap<>();

    /** A route that takes the same permits of each request. */
    private record Counted(RouteSettings settings, Route route, RateLimit limit, long permits) {

        /** Variables of a path have the same values only in the same pattern. */
        List<String> limiterAndKey() {
            LimitExpression key = route.rule().expressions().key();
            return key == null
                    ? List.of(route.rule().limiter())
                    : List.of(route.rule().limiter(), key.text(), key.uses("path") ? settings.path() : "");
        }

        String place() {
            return settings.rule().place();
        }
    }

    /** Adds a route, whose settings are right by themselves. */
    void add(RouteSettings settings, Route route) {
        LimitExpressions expressions = route.rule().expressions();
        RateLimit limit = settings.rule().limit();
        Long permits = permits(expressions.permits());
        if (limit != null && permits != null && expressions.condition() == null && expressions.plan() == null) {
            all.add(new Counted(settings, route, limit, permits));
            methods.addAll(route.rule().methods());
        }
    }

    private static @Nullable Long permits(@Nullable LimitExpression expression) {
        return expression == null ? Long.valueOf(1) : expression.constant(LimitExpression::permits);
    }

    List<Finding> findings() {
        for (Counted one : all) {
            String path = OPEN.matcher(one.route.path().getPatternString()).replaceAll("x");
            for (String method : methods) {
                check(method, path, one.route.stage());
            }
        }
        return List.copyOf(findings.values());
    }

    private void check(String method, String path, RouteStage stage) {
        Map<List<String>, List<Counted>> together = new LinkedHashMap<>();
        for (Counted one : all) {
            if (one.route.stage() == stage && one.route.match(method, PathContainer.parsePath(path)) != null) {
                together.computeIfAbsent(one.limiterAndKey(), added -> new ArrayList<>())
                        .add(one);
            }
        }
        together.values().forEach(routes -> check(method + " " + path, routes));
    }

    private void check(String request, List<Counted> routes) {
        Counted first = routes.get(0);
        long sum = routes.stream().mapToLong(Counted::permits).sum();
        if (routes.size() > 1 && sum > first.limit.maxPermits()) {
            List<String> places = routes.stream().map(Counted::place).toList();
            findings.putIfAbsent(
                    places,
                    new Finding(
                            "Rate limit '" + first.route.rule().limiter() + "' counts a request such as " + request
                                    + " in " + places + ", which takes " + sum + " permits of it, but grants at most "
                                    + first.limit.maxPermits(),
                            first.place(),
                            "Take fewer permits, or give one of the routes another limiter, key or path"));
        }
    }
}
