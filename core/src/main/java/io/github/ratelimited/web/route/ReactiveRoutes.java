package io.github.ratelimited.web.route;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.rule.Refusals;
import io.github.ratelimited.rule.RuleMatch;
import io.github.ratelimited.rule.RulePermits;
import io.github.ratelimited.rule.RuleRequests;
import java.util.List;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Counts the requests of one stage that match routes, and refuses those over a limit with a
 * {@link RateLimitExceededException}, which the handler of problem details answers. Blocks no thread; a request that is
 * cancelled while it waits gives its permits back. Preflight requests never count. Safe for use by many threads.
 */
public final class ReactiveRoutes implements WebFilter, Ordered {

    private final RouteStage stage;
    private final Routes routes;
    private final RuleRequests requests;
    private final List<DecisionListener> listeners;
    private final int order;

    /**
     * Makes the filter.
     *
     * @param stage when it counts
     * @param routes the routes
     * @param requests works out permits
     * @param listeners are told of each decision, besides the one in the Reactor context
     * @param order order among other filters
     */
    public ReactiveRoutes(
            RouteStage stage, Routes routes, RuleRequests requests, List<DecisionListener> listeners, int order) {
        this.stage = stage;
        this.routes = routes;
        this.requests = requests;
        this.listeners = List.copyOf(listeners);
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
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty())
                        .flatMap(principal ->
                                filter(exchange, chain, new ReactiveFacts(exchange, principal.orElse(null))))
                : filter(exchange, chain, new ReactiveFacts(exchange, null));
    }

    private Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, ReactiveFacts facts) {
        List<RuleMatch> matches =
                routes.matching(stage, exchange.getRequest().getPath().pathWithinApplication(), facts);
        return matches.isEmpty()
                ? chain.filter(exchange)
                : Mono.deferContextual(context -> count(matches, listener(context)))
                        .then(Mono.defer(() -> chain.filter(exchange)));
    }

    private Mono<Void> count(List<RuleMatch> matches, DecisionListener listener) {
        return watch(matches, listener)
                .then(Mono.defer(() -> {
                    RulePermits permits = requests.permits(matches, LimiterMode.ENFORCE);
                    return permits == null
                            ? Mono.<Void>empty()
                            : Mono.fromFuture(permits::decideAsync).flatMap(decided -> refuse(decided, listener));
                }))
                .onErrorMap(
                        NullKeyException.class,
                        ex -> new NullRequestKeyException(ex.getLimiter(), String.valueOf(ex.getMessage())));
    }

    private static Mono<Void> refuse(List<Decision> decided, DecisionListener listener) {
        RateLimitExceededException refusal = Refusals.tell(decided, listener);
        return refusal == null ? Mono.empty() : Mono.error(refusal);
    }

    private Mono<Void> watch(List<RuleMatch> matches, DecisionListener listener) {
        return Mono.defer(() -> {
                    RulePermits watched = requests.permits(matches, LimiterMode.SHADOW);
                    return watched == null ? Mono.<List<Decision>>empty() : Mono.fromFuture(watched::decideAsync);
                })
                .doOnNext(decided -> Refusals.tellWatched(decided, listener))
                .onErrorResume(RuntimeException.class, failure -> {
                    Refusals.ignore(failure);
                    return Mono.empty();
                })
                .then();
    }

    private DecisionListener listener(ContextView context) {
        DecisionListener ofContext = context.getOrDefault(DecisionListener.class, null);
        return Refusals.all(ofContext == null ? listeners : List.of(Refusals.all(listeners), ofContext));
    }
}
