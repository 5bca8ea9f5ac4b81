package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.Taken;
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
     * @return what it took
     * @throws RateLimitExceededException when it is refused
     * @throws io.github.ratelimited.NullKeyException when it has no key for one of them
     * @throws IllegalStateException when the thread must not block, and the decision would have to be waited for
     */
    public CountedRequest take(List<RuleMatch> matches) {
        Taken watched = watch(matches);
        RulePermits permits = requests.permits(matches, LimiterMode.ENFORCE);
        if (permits == null) {
            return CountedRequest.begun(List.of(), watched);
        }
        Taken taken = take(permits);
        RateLimitExceededException refusal = Refusals.tell(addressed(taken.decisions()), listener);
        if (refusal != null) {
            throw refusal;
        }
        return CountedRequest.begun(permits.counted(), taken.and(watched));
    }

    private Taken watch(List<RuleMatch> matches) {
        try {
            RulePermits permits = requests.permits(matches, LimiterMode.SHADOW);
            if (permits == null) {
                return Taken.NOTHING;
            }
            Taken watched = take(permits);
            Refusals.tellWatched(addressed(watched.decisions()), listener);
            return watched;
        } catch (RuntimeException ex) {
            Refusals.ignore(ex);
            return Taken.NOTHING;
        }
    }

    private static Taken take(RulePermits permits) {
        return EventLoops.isCurrent() ? withoutBlocking(permits) : permits.take();
    }

    private static Taken withoutBlocking(RulePermits permits) {
        CompletableFuture<Taken> taken = permits.takeAsync();
        if (!taken.isDone() && taken.cancel(false)) {
            throw new IllegalStateException("The rate limits "
                    + permits.names()
                    + " would have to be waited for on thread '"
                    + Thread.currentThread().getName()
                    + "', which must not block. Use a WebClient, or send the request on another thread, such as one of"
                    + " Schedulers.boundedElastic()");
        }
        try {
            return taken.join();
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
