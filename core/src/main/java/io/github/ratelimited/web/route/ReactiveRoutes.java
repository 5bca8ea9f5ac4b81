package io.github.ratelimited.web.route;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.web.route.Routes.Match;
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
    private final RouteRequests requests;
    private final List<DecisionListener> listeners;
    private final int order;

    /**
     * Makes the filter.
     *
     * @param stage when it counts
     * @param requests works out permits
     * @param listeners are told of each decision, besides the one in the Reactor context
     * @param order order among other filters
     */
    public ReactiveRoutes(RouteStage stage, RouteRequests requests, List<DecisionListener> listeners, int order) {
        this.stage = stage;
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
        if (!requests.routes().has(stage) || CorsUtils.isPreFlightRequest(exchange.getRequest())) {
            return chain.filter(exchange);
        }
        List<Match> matches = requests.routes()
                .matching(
                        stage,
                        exchange.getRequest().getMethod().name(),
                        exchange.getRequest().getPath().pathWithinApplication());
        return matches.isEmpty()
                ? chain.filter(exchange)
                : facts(exchange, matches)
                        .flatMap(facts -> Mono.deferContextual(context -> count(matches, facts, listener(context))))
                        .then(Mono.defer(() -> chain.filter(exchange)));
    }

    private static Mono<ReactiveFacts> facts(ServerWebExchange exchange, List<Match> matches) {
        return RouteRequests.usePrincipal(matches)
                ? exchange.getPrincipal()
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty())
                        .map(principal -> new ReactiveFacts(exchange, principal.orElse(null)))
                : Mono.just(new ReactiveFacts(exchange, null));
    }

    private Mono<Void> count(List<Match> matches, RequestFacts facts, DecisionListener listener) {
        return watch(matches, facts, listener).then(Mono.defer(() -> {
            RoutePermits permits = requests.permits(matches, facts, LimiterMode.ENFORCE);
            return permits == null
                    ? Mono.empty()
                    : Mono.fromFuture(permits::decideAsync).flatMap(decided -> refuse(decided, listener));
        }));
    }

    private static Mono<Void> refuse(List<Decision> decided, DecisionListener listener) {
        RateLimitExceededException refusal = Refusals.tell(decided, listener);
        return refusal == null ? Mono.empty() : Mono.error(refusal);
    }

    private Mono<Void> watch(List<Match> matches, RequestFacts facts, DecisionListener listener) {
        return Mono.defer(() -> {
                    RoutePermits watched = requests.permits(matches, facts, LimiterMode.SHADOW);
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
