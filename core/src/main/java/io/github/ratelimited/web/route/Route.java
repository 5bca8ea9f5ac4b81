package io.github.ratelimited.web.route;

import io.github.ratelimited.rule.Rule;
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
    Map<String, String> match(String method, PathContainer requested) {
        if (!rule.isFor(method) && !(method.equals("HEAD") && rule.isFor("GET"))) {
            return null;
        }
        PathMatchInfo match = path.matchAndExtract(requested);
        if (match == null && endsWithSlash(requested)) {
            match = path.matchAndExtract(
                    requested.subPath(0, requested.elements().size() - 1));
        }
        return match == null ? null : match.getUriVariables();
    }

    /** A filter behind this one may take the slash off, so that a request with it would pass by. */
    private static boolean endsWithSlash(PathContainer requested) {
        int last = requested.elements().size() - 1;
        return last > 0 && requested.elements().get(last) instanceof PathContainer.Separator;
    }
}
