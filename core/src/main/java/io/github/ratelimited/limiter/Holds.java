package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Reservation;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes the holds of what was granted, and the exception of what was refused. */
final class Holds {

    private Holds() {}

    static Hold single(Settlements settlements, Grant grant, List<Decision> decisions) {
        requireAllowed(decisions);
        List<Reservation> granted = grant.reservations();
        return new StoreHold(
                settlements, decisions.get(0), grant.demands().get(0), granted.isEmpty() ? null : granted.get(0));
    }

    private static void requireAllowed(List<Decision> decisions) {
        if (!decisions.get(0).allowed()) {
            throw new RateLimitExceededException(decisions);
        }
    }

    /** One for each limiter that was asked, in the order of the decisions. */
    static Map<RateLimiter, Hold> of(
            Settlements settlements, Grant grant, List<Decision> decisions, Collection<RateLimiter> asked) {
        requireAllowed(decisions);
        Map<LimiterKey, RateLimiter> limiters = new HashMap<>();
        asked.forEach(limiter -> limiters.put(new LimiterKey(limiter.name(), limiter.key()), limiter));
        Map<LimiterKey, Reservation> granted = new HashMap<>();
        grant.reservations()
                .forEach(reservation -> granted.put(reservation.demand().limiterKey(), reservation));
        List<Decision> decisive = grant.decisive();
        Map<RateLimiter, Hold> holds = new LinkedHashMap<>();
        for (int i = 0; i < decisions.size(); i++) {
            Demand demand = grant.demandOf(decisive.get(i));
            LimiterKey limiterKey = demand.limiterKey();
            RateLimiter limiter = Objects.requireNonNull(limiters.get(limiterKey));
            holds.put(limiter, new StoreHold(settlements, decisions.get(i), demand, granted.get(limiterKey)));
        }
        return holds;
    }
}
