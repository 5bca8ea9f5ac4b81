package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.internal.EventLoops;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Takes the permits of requests on the thread of the caller, which waits for them unless it must not block. Safe for use
 * by many threads.
 */
public final class RuleGuard {

    private final RuleRequests requests;
    private final Audience place;
    private final DecisionListener listener;

    /**
     * Makes a guard.
     *
     * @param requests works out permits
     * @param place whom limits are meant for here where the configuration does not say
     * @param listeners are told of each decision
     */
    public RuleGuard(RuleRequests requests, Audience place, List<DecisionListener> listeners) {
        this.requests = requests;
        this.place = place;
        this.listener = Refusals.all(listeners);
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @param matches the rules that are for the request
     * @return the rules that took permits
     * @throws RateLimitExceededException when it is refused
     * @throws io.github.ratelimited.NullKeyException when it has no key for one of them
     * @throws IllegalStateException when the thread must not block, and the decision would have to be waited for
     */
    public List<Counted> take(List<RuleMatch> matches) {
        watch(matches);
        RulePermits permits = requests.permits(matches, LimiterMode.ENFORCE);
        RateLimitExceededException refusal =
                permits == null ? null : Refusals.tell(addressed(decide(permits)), listener);
        if (refusal != null) {
            throw refusal;
        }
        return permits == null ? List.of() : permits.counted();
    }

    private void watch(List<RuleMatch> matches) {
        try {
            RulePermits watched = requests.permits(matches, LimiterMode.SHADOW);
            if (watched != null) {
                Refusals.tellWatched(addressed(decide(watched)), listener);
            }
        } catch (RuntimeException ex) {
            Refusals.ignore(ex);
        }
    }

    private static List<Decision> decide(RulePermits permits) {
        return EventLoops.isCurrent() ? withoutBlocking(permits) : permits.decide();
    }

    private static List<Decision> withoutBlocking(RulePermits permits) {
        CompletableFuture<List<Decision>> decision = permits.decideAsync();
        if (!decision.isDone() && decision.cancel(false)) {
            throw new IllegalStateException("The rate limits "
                    + permits.names()
                    + " would have to be waited for on thread '"
                    + Thread.currentThread().getName()
                    + "', which must not block. Use a WebClient, or send the request on another thread, such as one of"
                    + " Schedulers.boundedElastic()");
        }
        try {
            return decision.join();
        } catch (CompletionException ex) {
            throw ex.getCause() instanceof RuntimeException cause ? cause : ex;
        }
    }

    private List<Decision> addressed(List<Decision> decided) {
        return decided.stream()
                .map(decision -> decision.to(requests.audience(decision.limiter(), place)))
                .toList();
    }
}
