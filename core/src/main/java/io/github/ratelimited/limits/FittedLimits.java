package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits of keys and sources as they count beside the limiter's own. It is the same object each time, because the state of a key
 * is found by it. Safe for use by many threads.
 */
final class FittedLimits {

    private static final int MOST = 10_000;

    /** By the given one: of two sliding windows, there is only one other. */
    private final Map<AppliedLimit, AppliedLimit> fitted = new ConcurrentHashMap<>();

    AppliedLimit beside(RateLimit own, AppliedLimit given) {
        if (own.algorithm() == given.limit().algorithm() || !LimitConflict.isSlidingWindow(own.algorithm())) {
            return given;
        }
        AppliedLimit known = fitted.get(given);
        if (known == null) {
            if (fitted.size() >= MOST) {
                fitted.clear();
            }
            RateLimit limit = LimitConflict.beside(own.algorithm(), given.limit());
            known = new AppliedLimit(limit, given.origin(), given.plan());
            fitted.put(given, known);
        }
        return known;
    }
}
