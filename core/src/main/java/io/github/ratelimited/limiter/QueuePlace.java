package io.github.ratelimited.limiter;

import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Turn;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a caller stands in the queue of a limiter, which the store has asked to come again, and when, by the rule of {@code
 * wait_queue.lua}. A caller with a place asks with it or gives it up, so that each is used once. Safe for use by many threads.
 */
final class QueuePlace {

    /** The store counts waiting callers in rounds of 0.6 horizons, which must be long compared with the delays of timers. */
    private static final Duration LEAST_HORIZON = Duration.ofSeconds(1);

    /** Asks for no permits, but leaves the queue. */
    private static final Duration LEAVING = Duration.ofNanos(-1000);

    private final Duration horizon;
    private @Nullable Turn turn;

    /** {@code horizon} is how far ahead permits can be reserved; if zero, there are no places. */
    QueuePlace(Duration horizon) {
        this.horizon = horizon.compareTo(LEAST_HORIZON) < 0 ? LEAST_HORIZON : horizon;
    }

    synchronized void keep(Turn next) {
        turn = next;
    }

    private synchronized @Nullable Turn take() {
        Turn taken = turn;
        turn = null;
        return taken;
    }

    /** What a caller asks for that may wait this long. */
    Acquisition request(List<Demand> demands, Duration left, Deadline deadline) {
        Turn taken = take();
        if (taken == null && !left.isZero()) {
            taken = Turn.first(horizon);
        }
        return new Acquisition(demands, left, deadline, taken);
    }

    /** What gives the place up, or {@code null} when there is none. */
    @Nullable
    Acquisition leaving(List<Demand> demands, Deadline deadline) {
        Turn taken = take();
        return taken == null ? null : new Acquisition(demands, LEAVING, deadline, taken);
    }
}
