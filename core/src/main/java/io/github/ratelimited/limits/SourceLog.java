package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObserver.Sourced;
import io.github.ratelimited.observe.LimiterObservers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies the observer of answers, and logs once for each limiter when its source begins to fail, until it answers again. */
final class SourceLog {

    private static final Logger log = LoggerFactory.getLogger(LimitSources.class);

    private final LimiterObserver observer;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Set<String> unusable = ConcurrentHashMap.newKeySet();

    SourceLog(LimiterObserver observer) {
        this.observer = LimiterObservers.of(observer);
    }

    void tell(String limiter, Sourced outcome) {
        observer.sourced(limiter, outcome);
    }

    void answered(String limiter, Sourced outcome) {
        tell(limiter, outcome);
        if (failing.remove(limiter)) {
            log.info("The LimitSource answers for rate limit '{}' again", limiter);
        }
    }

    void failed(String limiter, Throwable failure) {
        tell(limiter, Sourced.FAILED);
        if (failing.add(limiter)) {
            log.warn(
                    "The LimitSource has failed for rate limit '{}'; until it answers again, keys keep the last limit that it"
                            + " returned, or count under the limiter's own",
                    limiter,
                    failure);
        }
    }

    void unusable(String limiter, RateLimit limit, String conflict) {
        tell(limiter, Sourced.UNUSABLE);
        if (unusable.add(limiter)) {
            log.warn(
                    "The LimitSource returned a limit for rate limit '{}' that is not used: {} {}; its keys count under the"
                            + " limiter's own",
                    limiter,
                    limit,
                    conflict);
        }
    }
}
