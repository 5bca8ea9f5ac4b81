package io.github.ratelimited.limits;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.KeyText;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once each plan that calls ask for and that is not configured. Safe for use by many threads. */
final class UnknownPlans {

    private static final Logger log = LoggerFactory.getLogger(UnknownPlans.class);

    /** Names may come from customers. */
    private static final int MOST_WARNINGS = 100;

    private static final int LONGEST_NAME = 100;

    private final LimiterObserver observer;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    UnknownPlans(LimiterObserver observer) {
        this.observer = observer;
    }

    void tell(String limiter, String plan, Plans known) {
        observer.unknownPlan(limiter);
        if (warned.size() < MOST_WARNINGS && warned.add(limiter + '\n' + cut(plan))) {
            log.warn(
                    "Rate limit '{}' has no plan '{}', so calls that ask for it count under the limiter's own limit; its"
                            + " plans are {}",
                    limiter,
                    KeyText.escape(cut(plan)),
                    known.names());
        }
    }

    private static String cut(String plan) {
        return plan.substring(0, Math.min(LONGEST_NAME, plan.length()));
    }
}
