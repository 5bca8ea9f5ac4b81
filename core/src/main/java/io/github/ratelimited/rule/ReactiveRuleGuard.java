package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.ShadowRequest;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.interceptor.invocation.ReactorListener;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.expression.EvaluationContext;
import reactor.core.publisher.Mono;

/**
 * Takes the permits of requests without blocking a thread. What is cancelled while it waits gives its permits back. Safe
 * for use by many threads.
 */
public final class ReactiveRuleGuard {

    private final RuleRequests requests;
    private final Audience place;
    private final Listeners listeners;

    /**
     * Makes a guard.
     *
     * @param requests works out permits
     * @param place whom limits are meant for here where the configuration does not say
     * @param listeners are notified of each decision, besides the one in the Reactor context
     */
    public ReactiveRuleGuard(RuleRequests requests, Audience place, List<DecisionListener> listeners) {
        this.requests = requests;
        this.place = place;
        this.listeners = new Listeners(listeners);
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @param matches the rules that are for the request
     * @param <C> what their expressions see
     * @return what it took; fails as {@link RuleGuard#take} does when the request is refused
     */
    public <C extends EvaluationContext> Mono<CountedRequest<C>> take(List<RuleMatch<C>> matches) {
        return Mono.deferContextual(context -> take(matches, listeners.and(ReactorListener.in(context))));
    }

    private <C extends EvaluationContext> Mono<CountedRequest<C>> take(
            List<RuleMatch<C>> matches, DecisionListener listener) {
        return watch(matches, listener).flatMap(watched -> {
            RulePermits<C> permits = requests.permits(matches, LimiterMode.ENFORCE, place);
            return permits == null
                    ? Mono.just(CountedRequest.begun(List.of(), watched))
                    : taken(permits::takeAsync)
                            .flatMap(taken -> allowed(taken, listener))
                            .map(taken -> CountedRequest.begun(permits.counted(), taken.and(watched)));
        });
    }

    /** Gives back what comes when the request has been cancelled. */
    private static Mono<Taken> taken(Supplier<CompletableFuture<Taken>> asked) {
        return Mono.fromFuture(asked).doOnDiscard(Taken.class, Taken::giveBack);
    }

    private static Mono<Taken> allowed(Taken taken, DecisionListener listener) {
        RateLimitExceededException refusal = Refusals.tell(taken.decisions(), listener);
        return refusal == null ? Mono.just(taken) : Mono.error(refusal);
    }

    private <C extends EvaluationContext> Mono<Taken> watch(List<RuleMatch<C>> matches, DecisionListener listener) {
        return Mono.defer(() -> {
                    RulePermits<C> permits = requests.permits(matches, LimiterMode.SHADOW, place);
                    return permits == null ? Mono.<Taken>empty() : taken(() -> permits.watchAsync(listener));
                })
                .onErrorResume(RuntimeException.class, failure -> {
                    ShadowRequest.ignore(RuleMatch.limiters(matches), failure);
                    return Mono.empty();
                })
                .defaultIfEmpty(Taken.NOTHING);
    }
}
