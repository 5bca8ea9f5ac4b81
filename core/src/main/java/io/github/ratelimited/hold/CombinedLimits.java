package io.github.ratelimited.hold;

import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What limits of one call take together, all or none; {@code JointRequest} decides which these are. Limits of one
 * limiter and key add up, by the plan of the first. Not safe for use by many threads.
 */
public final class CombinedLimits {

    private final Map<RateLimiter, List<SettledCost>> costs = new LinkedHashMap<>();
    private @Nullable Duration timeout;
    private boolean settled;

    /**
     * Adds a limit.
     *
     * @param limit the limit; the shortest timeout of all counts
     */
    CombinedLimits add(LimitUse limit) {
        RateLimiter limiter = known(limit.target());
        SettledCost cost = SettledCost.of(limit.permits(), limit.settle(), limit.context());
        Duration longest = limit.timeout();
        costs.computeIfAbsent(limiter, added -> new ArrayList<>(1)).add(cost);
        timeout = timeout == null || longest.compareTo(timeout) < 0 ? longest : timeout;
        settled |= cost.settle() != null;
        return this;
    }

    private RateLimiter known(RateLimiter limiter) {
        for (RateLimiter known : costs.keySet()) {
            if (known.name().equals(limiter.name()) && known.key().equals(limiter.key())) {
                return known;
            }
        }
        return limiter;
    }

    CombinedLimits withoutWaiting() {
        timeout = Duration.ZERO;
        return this;
    }

    /** {@return whether no limit was added, so that the call is free} */
    public boolean isEmpty() {
        return costs.isEmpty();
    }

    boolean isSettled() {
        return settled;
    }

    /** {@return how long the call may wait: because it waits for all limits, the shortest of their timeouts} */
    public Duration timeout() {
        return timeout == null ? Duration.ZERO : timeout;
    }

    List<SettledCost> of(RateLimiter limiter) {
        return costs.getOrDefault(limiter, List.of());
    }

    /** {@return the sum for each limiter, in the order in which they were added} */
    public Map<RateLimiter, Long> permits() {
        Map<RateLimiter, Long> sums = new LinkedHashMap<>();
        costs.forEach(
                (limiter, each) -> each.forEach(cost -> sums.merge(limiter, cost.permits(), CombinedLimits::sum)));
        return sums;
    }

    /** Too large a sum stays the largest number, and a negative part makes the sum negative: the limiter refuses both. */
    static long sum(long permits, long more) {
        if (permits < 0 || more < 0) {
            return Math.min(permits, more);
        }
        return permits > Long.MAX_VALUE - more ? Long.MAX_VALUE : permits + more;
    }
}
