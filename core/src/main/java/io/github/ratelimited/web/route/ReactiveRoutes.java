package io.github.ratelimited.web.route;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.rule.CountedRequest;
import io.github.ratelimited.rule.Headers;
import io.github.ratelimited.rule.ReactiveRuleGuard;
import io.github.ratelimited.rule.RuleMatch;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Counts the requests of one stage that match routes, and rejects those over a limit with a
 * {@link RateLimitExceededException}, which the handler of problem details answers. Blocks no thread; a request that is
 * cancelled while it waits gives its permits back. Preflight requests never count. Safe for use by many threads.
 */
public final class ReactiveRoutes implements WebFilter, Ordered {

    private final RouteStage stage;
    private final Routes routes;
    private final ReactiveRuleGuard guard;
    private final int order;

    /**
     * Makes the filter.
     *
     * @param stage when it counts
     * @param routes the routes
     * @param guard takes permits
     * @param order order among other filters
     */
    public ReactiveRoutes(RouteStage stage, Routes routes, ReactiveRuleGuard guard, int order) {
        this.stage = stage;
        this.routes = routes;
        this.guard = guard;
        this.order = order;
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!routes.has(stage) || CorsUtils.isPreFlightRequest(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        return routes.usePrincipal(stage)
                ? exchange.getPrincipal()
                        .filter(caller -> !routes.isAnonymous(caller))
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty())
                        .flatMap(principal -> filter(exchange, chain, principal.orElse(null)))
                : filter(exchange, chain, null);
    }

    private Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, @Nullable Principal principal) {
        ServerHttpRequest request = exchange.getRequest();
        RequestFacts facts = new RequestFacts(
                request.getMethod().name(),
                request,
                new Headers(request.getHeaders()::getFirst),
                () -> principal,
                addresses -> addresses.of(request.getRemoteAddress()));
        List<RuleMatch> matches =
                routes.matching(stage, PathForms.of(request.getPath().pathWithinApplication()), facts);
        return matches.isEmpty()
                ? chain.filter(exchange)
                : take(matches).flatMap(counted -> settled(counted, exchange, chain));
    }

    private static Mono<Void> settled(CountedRequest counted, ServerWebExchange exchange, WebFilterChain chain) {
        return counted.isSettled() ? ReactiveEnd.await(counted, exchange, chain) : chain.filter(exchange);
    }

    private Mono<CountedRequest> take(List<RuleMatch> matches) {
        return guard.take(matches)
                .onErrorMap(
                        NullKeyException.class,
                        ex -> new NullRequestKeyException(ex.getLimiter(), String.valueOf(ex.getMessage())));
    }
}
