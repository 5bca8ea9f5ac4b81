package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/** A route that is ready to match requests. */
record Route(RouteStage stage, PathPattern path, Rule rule) {

    /**
     * The variables of the path, or {@code null} when the route is not for the request. A handler of GET answers HEAD as
     * well, and does the same work for it.
     */
    @Nullable
    Map<String, String> match(String method, List<PathContainer> forms) {
        if (!rule.isFor(method) && !(method.equals("HEAD") && rule.isFor("GET"))) {
            return null;
        }
        for (PathContainer form : forms) {
            PathMatchInfo match = path.matchAndExtract(form);
            if (match != null) {
                return match.getUriVariables();
            }
        }
        return null;
    }
}
