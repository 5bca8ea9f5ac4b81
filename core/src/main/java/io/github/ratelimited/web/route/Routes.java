package io.github.ratelimited.web.route;

import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.expression.Expressions;
import io.github.ratelimited.rule.EntryReader;
import io.github.ratelimited.rule.RuleMatch;
import io.github.ratelimited.rule.RuleSumCheck;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The routes of an application. They are replaced as a whole, so that a request meets the old or the new ones. Safe for
 * use by many threads.
 */
public final class Routes {

    private final Supplier<PathPatternParser> parser;
    private final Expressions expressions;
    private volatile Map<RouteStage, OfStage> routes = Map.of();

    /** The routes of one stage, and whether one of them needs to know who sends requests. */
    private record OfStage(List<Route> all, boolean usePrincipal) {

        static final OfStage NONE = new OfStage(List.of(), false);

        OfStage and(Route route) {
            return new OfStage(
                    Stream.concat(all.stream(), Stream.of(route)).toList(),
                    usePrincipal || route.rule().expressions().attributeWith("principal") != null);
        }
    }

    /**
     * Starts without routes.
     *
     * @param parser how the application reads patterns of paths; asked for when routes are read
     * @param expressions reads keys, permits and conditions
     */
    public Routes(Supplier<PathPatternParser> parser, Expressions expressions) {
        this.parser = parser;
        this.expressions = expressions;
    }

    /**
     * {@return what puts other routes in the place of these}
     *
     * @param together whether a request takes permits of a limiter for all its routes together
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    public Runnable replacement(Collection<RouteSettings> settings, Predicate<String> together) {
        Map<RouteStage, OfStage> read = new EnumMap<>(RouteStage.class);
        List<Route> all = EntryReader.readAll(settings, one -> new RouteReader(one, parser.get(), expressions));
        new RuleSumCheck<Route, String>(
                        Route::rule,
                        Route::path,
                        Route::stage,
                        (route, path) -> path,
                        (route, method, path) ->
                                route.match(method, PathForms.of(PathContainer.parsePath(path))) != null)
                .check(settings.stream().map(RouteSettings::rule).toList(), all, together);
        all.forEach(route -> read.put(route.stage(), of(read, route.stage()).and(route)));
        return () -> routes = read;
    }

    /** {@return whether a principal is that of anonymous visitors} */
    boolean isAnonymous(Principal caller) {
        return expressions.scope().isAnonymous(caller);
    }

    boolean has(RouteStage stage) {
        return routes.containsKey(stage);
    }

    /** {@return whether a route of the stage needs to know who sends requests} */
    boolean usePrincipal(RouteStage stage) {
        return of(routes, stage).usePrincipal();
    }

    private static OfStage of(Map<RouteStage, OfStage> routes, RouteStage stage) {
        return routes.getOrDefault(stage, OfStage.NONE);
    }

    /** {@return the rules of the routes that are for a request} */
    List<RuleMatch> matching(RouteStage stage, List<PathContainer> path, RequestFacts facts) {
        List<RuleMatch> matches = new ArrayList<>();
        for (Route route : of(routes, stage).all()) {
            Map<String, String> variables = route.match(facts.method(), path);
            if (variables != null) {
                matches.add(new RuleMatch(
                        route.rule(),
                        new RouteContext(expressions.shared(), facts, variables, expressions::addresses)));
            }
        }
        return matches;
    }
}
