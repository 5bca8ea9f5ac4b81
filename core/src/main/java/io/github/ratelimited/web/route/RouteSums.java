package io.github.ratelimited.web.route;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private final Map<Sum, List<Counted>> sums = new LinkedHashMap<>();

    /** What is taken together. Variables of a path have the same values only in the same pattern. */
    private record Sum(RouteStage stage, String limiter, String key, String path) {

        static Sum of(Route route) {
            Rule rule = route.rule();
            LimitExpression key = rule.expressions().key();
            String path = key != null && key.uses("path") ? route.path().getPatternString() : "";
            return new Sum(route.stage(), rule.limiter(), key == null ? "" : key.text(), path);
        }
    }

    /** A route that takes the same permits of each request. */
    private record Counted(Route route, String place, RateLimit limit, long permits) {

        /** A path that the route is for, unless its pattern asks for more than text. */
        String path() {
            return OPEN.matcher(route.path().getPatternString()).replaceAll("x");
        }
    }

    /** Adds a route, whose settings are right by themselves. */
    void add(RouteSettings settings, Route route) {
        LimitExpressions expressions = route.rule().expressions();
        RateLimit limit = settings.rule().limit();
        Long permits = permits(expressions.permits());
        if (limit != null && permits != null && expressions.condition() == null && expressions.plan() == null) {
            sums.computeIfAbsent(Sum.of(route), added -> new ArrayList<>())
                    .add(new Counted(route, settings.rule().place(), limit, permits));
        }
    }

    private static @Nullable Long permits(@Nullable LimitExpression expression) {
        return expression == null ? Long.valueOf(1) : expression.constant(LimitExpression::permits);
    }

    List<Finding> findings() {
        Map<List<String>, Finding> findings = new LinkedHashMap<>();
        sums.values().stream().filter(RouteSums::isTooMuch).forEach(routes -> {
            Set<String> methods = new TreeSet<>(List.of("GET"));
            routes.forEach(one -> methods.addAll(one.route.rule().methods()));
            for (Counted one : routes) {
                methods.forEach(method -> check(method, one.path(), routes, findings));
            }
        });
        return List.copyOf(findings.values());
    }

    private static boolean isTooMuch(List<Counted> routes) {
        return routes.size() > 1 && sum(routes) > routes.get(0).limit.maxPermits();
    }

    private static long sum(List<Counted> routes) {
        return routes.stream().mapToLong(Counted::permits).sum();
    }

    private static void check(String method, String path, List<Counted> routes, Map<List<String>, Finding> findings) {
        PathContainer requested = PathContainer.parsePath(path);
        List<Counted> matching = routes.stream()
                .filter(one -> one.route.match(method, requested) != null)
                .toList();
        if (isTooMuch(matching)) {
            List<String> places = matching.stream().map(Counted::place).toList();
            findings.putIfAbsent(places, finding(method + " " + path, places, matching));
        }
    }

    private static Finding finding(String request, List<String> places, List<Counted> routes) {
        Counted first = routes.get(0);
        return new Finding(
                "Rate limit '" + first.route.rule().limiter() + "' counts a request such as " + request + " in "
                        + places
                        + ", which takes " + sum(routes) + " permits of it, but grants at most "
                        + first.limit.maxPermits(),
                first.place,
                "Take fewer permits, or give one of the routes another limiter, key or path");
    }
}
