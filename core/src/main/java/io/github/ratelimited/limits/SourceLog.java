package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObserver.Sourced;
import io.github.ratelimited.observe.LimiterObservers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies the observer of answers, and logs each problem of the source once for each limiter. */
final class SourceLog {

    private static final Logger log = LoggerFactory.getLogger(LimitSources.class);

    private final LimiterObserver observer;
    private final Set<Problem> logged = ConcurrentHashMap.newKeySet();

    private record Problem(String limiter, Sourced outcome) {}

    SourceLog(LimiterObserver observer) {
        this.observer = LimiterObservers.of(observer);
    }

    /** {@return whether it was not logged yet} */
    private boolean isNew(String limiter, Sourced outcome) {
        observer.sourced(limiter, outcome);
        return logged.add(new Problem(limiter, outcome));
    }

    void answered(String limiter, Sourced outcome) {
        observer.sourced(limiter, outcome);
        if (logged.remove(new Problem(limiter, Sourced.FAILED))) {
            log.info("The LimitSource answers for rate limit '{}' again", limiter);
        }
    }

    void failed(String limiter, Throwable failure) {
        if (isNew(limiter, Sourced.FAILED)) {
            log.warn(
                    "The LimitSource has failed for rate limit '{}'; until it answers again, keys keep the last limit that it"
                            + " returned, or count under the limiter's own",
                    limiter,
                    failure);
        }
    }

    void late(String limiter, Duration timeout) {
        if (isNew(limiter, Sourced.LATE)) {
            log.warn(
                    "The LimitSource took longer than {} for rate limit '{}'; keys count under the limiter's own limit until it"
                            + " answers",
                    timeout,
                    limiter);
        }
    }

    void rejected(String limiter) {
        if (isNew(limiter, Sourced.REJECTED)) {
            log.warn(
                    "The LimitSource is asked about more keys of rate limit '{}' than it answers; further new keys count under"
                            + " the limiter's own limit",
                    limiter);
        }
    }

    void unusable(String limiter, RateLimit limit, String conflict) {
        if (isNew(limiter, Sourced.UNUSABLE)) {
            log.warn(
                    "The LimitSource returned a limit for rate limit '{}' that is not used: {} {}; its keys count under the"
                            + " limiter's own",
                    limiter,
                    limit,
                    conflict);
        }
    }
}
