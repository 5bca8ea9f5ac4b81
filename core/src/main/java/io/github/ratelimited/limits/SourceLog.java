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
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Set<String> unusable = ConcurrentHashMap.newKeySet();
    private final Set<String> late = ConcurrentHashMap.newKeySet();
    private final Set<String> rejected = ConcurrentHashMap.newKeySet();

    SourceLog(LimiterObserver observer) {
        this.observer = LimiterObservers.of(observer);
    }

    private void observe(String limiter, Sourced outcome) {
        observer.sourced(limiter, outcome);
    }

    void answered(String limiter, Sourced outcome) {
        observe(limiter, outcome);
        if (failing.remove(limiter)) {
            log.info("The LimitSource answers for rate limit '{}' again", limiter);
        }
    }

    void failed(String limiter, Throwable failure) {
        observe(limiter, Sourced.FAILED);
        if (failing.add(limiter)) {
            log.warn(
                    "The LimitSource has failed for rate limit '{}'; until it answers again, keys keep the last limit that it"
                            + " returned, or count under the limiter's own",
                    limiter,
                    failure);
        }
    }

    void late(String limiter, Duration timeout) {
        observe(limiter, Sourced.LATE);
        if (late.add(limiter)) {
            log.warn(
                    "The LimitSource took longer than {} for rate limit '{}'; keys count under the limiter's own limit until it"
                            + " answers",
                    timeout,
                    limiter);
        }
    }

    void rejected(String limiter) {
        observe(limiter, Sourced.REJECTED);
        if (rejected.add(limiter)) {
            log.warn(
                    "The LimitSource is asked about more keys of rate limit '{}' than it answers; further new keys count under"
                            + " the limiter's own limit",
                    limiter);
        }
    }

    void unusable(String limiter, RateLimit limit, String conflict) {
        observe(limiter, Sourced.UNUSABLE);
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
