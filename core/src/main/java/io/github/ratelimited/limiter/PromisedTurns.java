package io.github.ratelimited.limiter;

import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The turns that callers of this process with several limits wait for, by what they will take of their other limits: no more
 * than is left there, because a turn that comes while another limit rejects the call is lost to everybody. Safe for use by
 * many threads.
 */
final class PromisedTurns {

    private final Map<LimiterKey, Long> promised = new ConcurrentHashMap<>();

    /**
     * Promises the permits of a demand, if there are enough.
     *
     * @param left how many permits the limit has left
     */
    boolean begin(Demand demand, long left) {
        boolean[] fits = {false};
        promised.compute(demand.limiterKey(), (key, before) -> {
            long all = (before == null ? 0 : before) + demand.permits();
            fits[0] = all <= left;
            return fits[0] ? Long.valueOf(all) : before;
        });
        return fits[0];
    }

    void end(Demand demand) {
        promised.computeIfPresent(
                demand.limiterKey(), (key, before) -> before <= demand.permits() ? null : before - demand.permits());
    }
}
