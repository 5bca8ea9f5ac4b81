package io.github.ratelimited.rule;

import io.github.ratelimited.Audience;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.hold.EventLoopTake;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.ShadowRequest;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.internal.EventLoops;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.expression.EvaluationContext;

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
     * @param listeners are notified of each decision
     */
    public RuleGuard(RuleRequests requests, Audience place, List<DecisionListener> listeners) {
        this.requests = requests;
        this.place = place;
        this.listener = new Listeners(listeners);
    }

    /**
     * Takes what the rules of a request ask for.
     *
     * @param matches the rules that are for the request
     * @param <C> what their expressions see
     * @return what it took
     * @throws RateLimitExceededException when it is refused
     * @throws io.github.ratelimited.NullKeyException when it has no key for one of them
     * @throws IllegalStateException when the thread must not block, and the decision would have to be waited for
     */
    public <C extends EvaluationContext> CountedRequest<C> take(List<RuleMatch<C>> matches) {
        Taken watched = watch(matches);
        RulePermits<C> permits = requests.permits(matches, LimiterMode.ENFORCE, place);
        if (permits == null) {
            return CountedRequest.begun(List.of(), watched);
        }
        Taken taken = take(permits);
        RateLimitExceededException refusal = Refusals.tell(taken.decisions(), listener);
        if (refusal != null) {
            throw refusal;
        }
        return CountedRequest.begun(permits.counted(), taken.and(watched));
    }

    private <C extends EvaluationContext> Taken watch(List<RuleMatch<C>> matches) {
        try {
            RulePermits<C> permits = requests.permits(matches, LimiterMode.SHADOW, place);
            if (permits == null) {
                return Taken.NOTHING;
            }
            return EventLoops.isCurrent()
                    ? withoutBlocking(permits, permits.watchAsync(listener))
                    : permits.watch(listener);
        } catch (RuntimeException ex) {
            ShadowRequest.ignore(RuleMatch.limiters(matches), ex);
            return Taken.NOTHING;
        }
    }

    private static Taken take(RulePermits<?> permits) {
        return EventLoops.isCurrent() ? withoutBlocking(permits, permits.takeAsync()) : permits.take();
    }

    private static Taken withoutBlocking(RulePermits<?> permits, CompletableFuture<Taken> asked) {
        return EventLoopTake.of(
                asked,
                () -> permits.names().toString(),
                "Use a WebClient, or send the request on another thread, such as one of Schedulers.boundedElastic()");
    }
}
