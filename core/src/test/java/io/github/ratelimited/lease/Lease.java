package io.github.ratelimited.lease;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.ManualTimer;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.StoreRequest;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A process that leases one limiter for 100 ms, on a set clock. */
final class Lease {

    static final long LENGTH = 100_000;
    static final RateLimit LIMIT =
            RateLimit.of(1_000_000, Duration.ofSeconds(1)).withAlgorithm(Algorithm.SLIDING_WINDOW);

    final TestClock clock = new TestClock();
    final ManualTimer timer = new ManualTimer(clock);
    final CountingStore redis = new CountingStore(clock);
    final LeasedPermits permits = new LeasedPermits();
    final LeaseStore store = new LeaseStore(
            redis,
            redis,
            Map.of("hot", new LeaseLength(Duration.ofMillis(100))),
            Duration.ofSeconds(1),
            timer,
            permits,
            () -> clock.micros() * 1000);
    final UsageMemo memo = UsageMemo.empty();

    /** Counts what an observer is told. */
    static final class LeasedPermits implements LimiterObserver {

        long leased;
        long used;
        long returned;

        @Override
        public synchronized void leased(String limiter, long permits) {
            leased += permits;
        }

        @Override
        public synchronized void leaseEnded(String limiter, long spent, long back) {
            used += spent;
            returned += back;
        }
    }

    static Demand demand(RateLimit limit, long permits) {
        return new Demand("hot", "", limit, permits);
    }

    static Acquisition request(Duration maxWait, Demand... demands) {
        return new Acquisition(List.of(demands), maxWait, Deadline.after(Duration.ofMinutes(1)));
    }

    /** One call as a limiter makes it. */
    Decision call(Demand demand) {
        Decision[] decided = new Decision[1];
        Decision known = store.acquireNow(
                demand,
                memo,
                () -> new StoreRequest(
                        request(Duration.ZERO, demand),
                        (grant, failure) -> decided[0] = grant == null ? null : grant.decision()));
        return known != null ? known : decided[0];
    }

    /** A call that may wait; returns what it was granted. */
    Reservation spend() {
        Reservation[] granted = new Reservation[1];
        store.acquire(
                request(Duration.ofMinutes(1), demand(LIMIT, 1)).spending(),
                (grant, failure) -> granted[0] = grant.reservations().get(0));
        return granted[0];
    }

    boolean call() {
        Decision decision = call(demand(LIMIT, 1));
        return decision != null && decision.allowed();
    }

    /** Calls evenly for a time. */
    void callsFor(long micros, int times) {
        for (int i = 0; i < times; i++) {
            call();
            timer.advance(micros / times);
        }
    }

    /** Asked the store, one by one. */
    int asked() {
        return redis.calls.size();
    }
}
