package io.github.ratelimited.test;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.SettlementOutcome;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Knows how long it takes until all that was used is back, also under limits that are in force no more, and blocks end. */
final class UsedLimits implements LimiterObserver {

    private final AtomicReference<Duration> longest = new AtomicReference<>(Duration.ZERO);

    @Override
    public void decided(Demand demand, Decision decision) {
        Duration back = untilUnused(demand.limit());
        if (back.compareTo(longest.get()) > 0) {
            longest.accumulateAndGet(back, UsedLimits::longer);
        }
    }

    /** What is used beyond a limit comes back after all else. */
    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        if (outcome == SettlementOutcome.CHARGED) {
            RateLimit limit = demand.limit();
            longest.updateAndGet(before -> longer(before, untilUnused(limit)));
            double debt = permits * limit.interval().toNanos() / limit.rate();
            longest.accumulateAndGet(Duration.ofNanos((long) Math.ceil(debt)), Duration::plus);
        }
    }

    @Override
    public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        longest.accumulateAndGet(left, UsedLimits::longer);
    }

    /** Starts anew. */
    Duration untilUnused() {
        return longest.getAndSet(Duration.ZERO);
    }

    /** No state lasts longer: two windows, or the time in which a bucket is refilled. */
    static Duration untilUnused(RateLimit limit) {
        return limit.interval().multipliedBy(2 + limit.burst() / limit.rate());
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
