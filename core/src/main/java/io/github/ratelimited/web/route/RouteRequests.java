package io.github.ratelimited.web.route;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.web.route.Routes.Match;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Works out which permits a request takes. Safe for use by many threads. */
public final class RouteRequests {

    private final Routes routes;
    private final Supplier<RateLimiters> limiters;
    private final Function<String, LimiterMode> modes;

    /**
     * Makes it for an application.
     *
     * @param routes the routes
     * @param limiters decide; asked for at the first request
     * @param modes the mode of a limiter by its name
     */
    public RouteRequests(Routes routes, Supplier<RateLimiters> limiters, Function<String, LimiterMode> modes) {
        this.routes = routes;
        this.limiters = limiters;
        this.modes = modes;
    }

    Routes routes() {
        return routes;
    }

    static boolean usePrincipal(List<Match> matches) {
        return matches.stream().anyMatch(match -> match.route().uses("principal"));
    }

    /**
     * The permits of one mode, or {@code null} when there are none.
     *
     * @param mode {@code ENFORCE}, or {@code SHADOW}, which never waits
     */
    @Nullable
    RoutePermits permits(List<Match> matches, RequestFacts facts, LimiterMode mode) {
        Map<RateLimiter, Long> permits = new LinkedHashMap<>();
        @Nullable Duration timeout = null;
        for (Match match : matches) {
            Route route = match.route();
            RouteContext context = new RouteContext(routes.shared(), facts, match.path(), routes::addresses);
            if (modes.apply(route.limiter()) == mode && route.counts(context)) {
                permits.merge(route.limiter(limiters.get(), context), route.permits(context), RouteRequests::sum);
                timeout = timeout == null ? route.timeout() : shorter(timeout, route.timeout());
            }
        }
        if (timeout == null) {
            return null;
        }
        return new RoutePermits(limiters.get(), permits, mode == LimiterMode.SHADOW ? Duration.ZERO : timeout);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static long sum(long permits, long more) {
        if (permits < 0 || more < 0) {
            return Math.min(permits, more);
        }
        return permits > Long.MAX_VALUE - more ? Long.MAX_VALUE : permits + more;
    }
}
