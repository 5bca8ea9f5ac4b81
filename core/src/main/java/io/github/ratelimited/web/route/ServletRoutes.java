package io.github.ratelimited.web.route;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.rule.CountedRequest;
import io.github.ratelimited.rule.Headers;
import io.github.ratelimited.rule.RuleGuard;
import io.github.ratelimited.rule.RuleMatch;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Counts the requests of one stage that match routes, and rejects those over a limit with a
 * {@link RateLimitExceededException}, which the filter of problem details answers. Preflight requests never count. Safe
 * for use by many threads.
 */
public final class ServletRoutes implements Filter {

    private final RouteStage stage;
    private final Routes routes;
    private final RuleGuard guard;

    /** Makes the filter of one stage. */
    public ServletRoutes(RouteStage stage, Routes routes, RuleGuard guard) {
        this.stage = stage;
        this.routes = routes;
        this.guard = guard;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (routes.has(stage)
                && request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && !CorsUtils.isPreFlightRequest(http)) {
            CountedRequest counted = count(http, answer);
            if (counted.isSettled()) {
                ServletEnd.await(counted, http, answer, chain);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private CountedRequest count(HttpServletRequest request, HttpServletResponse response) {
        List<RuleMatch> matches = routes.matching(stage, paths(request), facts(request));
        if (matches.isEmpty()) {
            return CountedRequest.FREE;
        }
        // Listeners find the response here, as they do when a controller is called.
        RequestAttributes before = RequestContextHolder.getRequestAttributes();
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
        try {
            return guard.take(matches);
        } catch (NullKeyException ex) {
            throw new NullRequestKeyException(ex.getLimiter(), String.valueOf(ex.getMessage()));
        } finally {
            RequestContextHolder.setRequestAttributes(before);
        }
    }

    private static RequestFacts facts(HttpServletRequest request) {
        return new RequestFacts(
                request.getMethod(),
                request,
                new Headers(request::getHeader),
                request::getUserPrincipal,
                addresses -> addresses.of(request.getRemoteAddr()));
    }

    /** {@return the path as Spring MVC will see it, if it can, and as the server and other servlets may} */
    private static List<PathContainer> paths(HttpServletRequest request) {
        Object known = request.getAttribute(ServletRequestPathUtils.PATH_ATTRIBUTE);
        try {
            RequestPath path = ServletRequestPathUtils.parseAndCache(request);
            PathContainer within = path.pathWithinApplication();
            return PathForms.isNormal(path) ? List.of(within) : PathForms.of(within, mapped(request));
        } catch (IllegalArgumentException | IllegalStateException ex) {
            return List.of(PathForms.normal(mapped(request)));
        } finally {
            request.setAttribute(ServletRequestPathUtils.PATH_ATTRIBUTE, known);
        }
    }

    private static String mapped(HttpServletRequest request) {
        String below = request.getPathInfo();
        return below != null ? below : request.getServletPath();
    }
}
