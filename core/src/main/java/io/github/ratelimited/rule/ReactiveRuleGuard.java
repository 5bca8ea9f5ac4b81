package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Takes the permits of requests without blocking a thread. What is cancelled while it waits gives its permits back. Safe
 * for use by many threads.
 */
public final class ReactiveRuleGuard {

    private final RuleRequests requests;
    private final Audience place;
    private final List<DecisionListener> listeners;

    /**
     * Makes a guard.
     *
     * @param requests works out permits
     * @param place whom limits are meant for here where the configuration does not say
     * @param listeners are told of each decision, besides the one in the Reactor context
     */
    public ReactiveRuleGuard(RuleRequests requests, Audience place, List<DecisionListener> listeners) {
        this.requests = requests;
        this.place = place;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @param matches the rules that are for the request
     * @return the rules that took permits; fails as {@link RuleGuard#take} does when the request is refused
     */
    public Mono<List<Counted>> take(List<RuleMatch> matches) {
        return Mono.deferContextual(context -> take(matches, listener(context)));
    }

    private Mono<List<Counted>> take(List<RuleMatch> matches, DecisionListener listener) {
        return watch(matches, listener).then(Mono.defer(() -> {
            RulePermits permits = requests.permits(matches, LimiterMode.ENFORCE);
            return permits == null
                    ? Mono.just(List.of())
                    : Mono.fromFuture(permits::decideAsync)
                            .flatMap(decided -> refuse(decided, listener))
                            .thenReturn(permits.counted());
        }));
    }

    private Mono<Void> refuse(List<Decision> decided, DecisionListener listener) {
        RateLimitExceededException refusal = Refusals.tell(addressed(decided), listener);
        return refusal == null ? Mono.empty() : Mono.error(refusal);
    }

    private Mono<Void> watch(List<RuleMatch> matches, DecisionListener listener) {
        return Mono.defer(() -> {
                    RulePermits watched = requests.permits(matches, LimiterMode.SHADOW);
                    return watched == null ? Mono.<List<Decision>>empty() : Mono.fromFuture(watched::decideAsync);
                })
                .doOnNext(decided -> Refusals.tellWatched(addressed(decided), listener))
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

    private List<Decision> addressed(List<Decision> decided) {
        return decided.stream()
                .map(decision -> decision.to(requests.audience(decision.limiter(), place)))
                .toList();
    }
}
