package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.PermitRequest.Waiting;
import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.internal.CurrentThread;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * Takes the permits of requests on the thread of the caller, which waits for them unless it must not block. Safe for use
 * by many threads.
 */
public final class RuleGuard {

    private final RuleRequests requests;
    private final Audience place;
    private final Supplier<Listeners> listeners;

    /**
     * Makes a guard.
     *
     * @param place whom limits are meant for here where the configuration does not say
     * @param listeners are notified of each decision; asked for with the first request, because they may send requests
     */
    public RuleGuard(RuleRequests requests, Audience place, Supplier<List<DecisionListener>> listeners) {
        this.requests = requests;
        this.place = place;
        this.listeners = SingletonSupplier.of(() -> new Listeners(listeners.get()));
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @throws RateLimitExceededException when it is rejected
     * @throws io.github.ratelimited.NullKeyException when it has no key for one of them
     * @throws IllegalStateException when the thread must not block, and the decision would have to be waited for
     */
    public CountedRequest take(List<RuleMatch> matches) {
        RuleRequests.Permits permits = requests.permits(matches, place);
        if (permits == null) {
            return CountedRequest.FREE;
        }
        DecisionListener listener = listeners.get();
        return permits.allowed(
                CurrentThread.isEventLoop()
                        ? TakenPermits.atOnce(
                                permits.request().take(Waiting.AT_ONCE, listener),
                                () -> "[" + RuleMatch.limiters(matches) + "]",
                                "Use a WebClient, or send the request on another thread, such as one of"
                                        + " Schedulers.boundedElastic()")
                        : permits.request().take(listener));
    }
}
