package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.key.VisibleText;
import io.github.ratelimited.observe.LimiterObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once each plan and limit that calls ask for and that does not count. Safe for use by many threads. */
final class IgnoredLimits {

    private static final Logger log = LoggerFactory.getLogger(IgnoredLimits.class);

    /** Names may come from customers. */
    private static final int MOST_WARNINGS = 100;

    private static final int LONGEST_NAME = 100;

    private final LimiterObserver observer;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    IgnoredLimits(LimiterObserver observer) {
        this.observer = observer;
    }

    void reportUnknownPlan(String limiter, String plan, Plans known) {
        observer.unknownPlan(limiter);
        if (isNews(limiter, cut(plan))) {
            log.warn(
                    "Rate limit '{}' has no plan '{}', so calls that ask for it count under the limiter's own limit; its"
                            + " plans are {}",
                    limiter,
                    VisibleText.of(cut(plan)),
                    known.names());
        }
    }

    void reportUnfitPlan(String limiter, String plan, RateLimit inForce) {
        if (isNews(limiter, plan)) {
            log.warn(
                    "The plan '{}' of rate limit '{}' cannot count beside the limit in force, {}, so calls that ask for it count"
                            + " under that",
                    plan,
                    limiter,
                    inForce);
        }
    }

    void reportKeyLimit(String limiter, RateLimit limit, String conflict) {
        if (isNews(limiter, "")) {
            log.warn(
                    "Limits that were set for keys of rate limit '{}' are not used, such as {}, which {}",
                    limiter,
                    limit,
                    conflict);
        }
    }

    private boolean isNews(String limiter, String what) {
        return warned.size() < MOST_WARNINGS && warned.add(limiter + '\n' + what);
    }

    private static String cut(String plan) {
        return plan.substring(0, Math.min(LONGEST_NAME, plan.length()));
    }
}
