package io.github.ratelimited.local;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What states of this process say about demands, in the words of stores. Changes nothing.
 *
 * @param basis what the decisions rest on
 * @param permission what a {@linkplain Demand#brief() brief} demand gets that is granted
 */
record LocalDecisions(Basis basis, Decision permission) {

    LocalDecisions(Basis basis) {
        this(
                basis,
                Decision.of("unsaid", RateLimit.of(1, Duration.ofSeconds(1)))
                        .basis(basis)
                        .build());
    }

    static double waitFor(UsageState state, long now, Demand demand) {
        if (state.blockedFor(now) > 0) {
            return Double.POSITIVE_INFINITY;
        }
        boolean asksForNothing = demand.permits() == 0 && !state.isOverdrawn(now, demand.limit());
        return asksForNothing ? 0 : state.waitFor(now, demand.limit(), demand.permits());
    }

    /** {@return permits that remain, as {@link Demand#decided} takes them} */
    static long remaining(UsageState state, long now, RateLimit limit) {
        long left = state.blockedFor(now);
        return left > 0 ? -left : state.remaining(now, limit);
    }

    Decision decision(Demand demand, long moment, double wait, boolean allowed, long remaining, double resetAfter) {
        Duration delay = duration(wait);
        long due = allowed ? moment + Micros.of(delay) : moment;
        return demand.decided(allowed, delay, due, remaining, duration(Math.max(resetAfter, -remaining)), basis);
    }

    static Duration duration(double micros) {
        return UsageState.isNow(micros) ? Duration.ZERO : Micros.toDuration(UsageState.roundUp(micros));
    }

    Grant grant(boolean granted, List<Decision> decisions, List<Demand> demands, UsageState... states) {
        List<Reservation> reservations = new ArrayList<>(demands.size());
        for (int i = 0; granted && i < demands.size(); i++) {
            long delay = Micros.of(decisions.get(i).delay());
            reservations.add(
                    new Reservation(demands.get(i), states[i].lockedAt() + delay, states[i].now() + delay, basis));
        }
        return new Grant(demands, decisions, reservations);
    }
}
