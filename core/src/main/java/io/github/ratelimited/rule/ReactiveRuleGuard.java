package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.PermitRequest.Waiting;
import io.github.ratelimited.hold.TakenPermits;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/**
 * Takes the permits of requests without blocking a thread. What is cancelled while it waits gives its permits back. Safe
 * for use by many threads.
 */
public final class ReactiveRuleGuard {

    private final RuleRequests requests;
    private final Audience place;
    private final Supplier<Listeners> listeners;

    /**
     * Makes a guard.
     *
     * @param place whom limits are meant for here where the configuration does not say
     * @param listeners are notified of each decision, besides the one in the Reactor context; asked for with the first
     *     request, because they may send requests
     */
    public ReactiveRuleGuard(RuleRequests requests, Audience place, Supplier<List<DecisionListener>> listeners) {
        this.requests = requests;
        this.place = place;
        this.listeners = SingletonSupplier.of(() -> new Listeners(listeners.get()));
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @return what it took; fails as {@link RuleGuard#take} does when the request is rejected
     */
    public Mono<CountedRequest> take(List<RuleMatch> matches) {
        return Mono.deferContextual(context ->
                take(matches, listeners.get().and(context.getOrDefault(DecisionListener.class, null))));
    }

    private Mono<CountedRequest> take(List<RuleMatch> matches, DecisionListener listener) {
        RuleRequests.Permits permits = requests.permits(matches, place);
        return permits == null
                ? Mono.just(CountedRequest.FREE)
                : Mono.fromFuture(() -> permits.request().take(Waiting.ASYNC, listener))
                        // Gives back what comes when the request has been cancelled.
                        .doOnDiscard(TakenPermits.class, TakenPermits::giveBack)
                        .handle((taken, sink) -> {
                            if (taken.isAllowed()) {
                                sink.next(permits.allowed(taken));
                            } else {
                                sink.error(permits.rejection(taken));
                            }
                        });
    }
}
