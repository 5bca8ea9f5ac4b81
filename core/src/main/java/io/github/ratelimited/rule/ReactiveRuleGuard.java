package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.Taken;
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
     * @return what it took; fails as {@link RuleGuard#take} does when the request is refused
     */
    public Mono<CountedRequest> take(List<RuleMatch> matches) {
        return Mono.deferContextual(context -> take(matches, listener(context)));
    }

    private Mono<CountedRequest> take(List<RuleMatch> matches, DecisionListener listener) {
        return watch(matches, listener).flatMap(watched -> {
            RulePermits permits = requests.permits(matches, LimiterMode.ENFORCE);
            return permits == null
                    ? Mono.just(CountedRequest.begun(List.of(), watched))
                    : taken(permits)
                            .flatMap(taken -> allowed(taken, listener))
                            .map(taken -> CountedRequest.begun(permits.counted(), taken.and(watched)));
        });
    }

    /** Gives back what comes when the request has been cancelled. */
    private static Mono<Taken> taken(RulePermits permits) {
        return Mono.fromFuture(permits::takeAsync).doOnDiscard(Taken.class, Taken::giveBack);
    }

    private Mono<Taken> allowed(Taken taken, DecisionListener listener) {
        RateLimitExceededException refusal = Refusals.tell(addressed(taken.decisions()), listener);
        return refusal == null ? Mono.just(taken) : Mono.error(refusal);
    }

    private Mono<Taken> watch(List<RuleMatch> matches, DecisionListener listener) {
        return Mono.defer(() -> {
                    RulePermits permits = requests.permits(matches, LimiterMode.SHADOW);
                    return permits == null ? Mono.<Taken>empty() : taken(permits);
                })
                .doOnNext(watched -> Refusals.tellWatched(addressed(watched.decisions()), listener))
                .onErrorResume(RuntimeException.class, failure -> {
                    Refusals.ignore(failure);
                    return Mono.empty();
                })
                .defaultIfEmpty(Taken.NOTHING);
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
