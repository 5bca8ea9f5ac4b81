package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.Rule;
import io.github.ratelimited.rule.RuleSumCheck;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** Routes of one stage add up. */
final class RouteSumCheck extends RuleSumCheck<Route, String> {

    @Override
    protected Rule rule(Route route) {
        return route.rule();
    }

    @Override
    protected PathPattern path(Route route) {
        return route.path();
    }

    @Override
    protected Object scope(Route route) {
        return route.stage();
    }

    @Override
    protected Set<String> samples(List<Route> routes) {
        Set<String> paths = new LinkedHashSet<>();
        routes.forEach(route -> paths.add(sample(route.path())));
        return paths;
    }

    @Override
    protected boolean isFor(Route route, String method, String path) {
        return route.match(method, PathForms.of(PathContainer.parsePath(path))) != null;
    }
}
