package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Decides within this process. Each limiter and key has a lock of its own, and goes away by itself when its state no
 * longer matters.
 */
public final class LocalStore implements LimiterStore {

    private static final Comparator<Demand> LOCK_ORDER =
            Comparator.comparing(Demand::limiter).thenComparing(Demand::key);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final LongSupplier clock;
    private final Basis basis;
    private final LimitStates states;

    /**
     * Makes a store.
     *
     * @param clock microseconds since the epoch; a clock that steps back counts as no time passed
     * @param horizon how far ahead permits may be reserved
     * @param basis what its decisions are marked with
     * @param maxKeys most limiters and keys at once; above it those least used are forgotten
     */
    public LocalStore(LongSupplier clock, Duration horizon, Basis basis, long maxKeys) {
        this.clock = clock;
        this.basis = basis;
        this.states = new LimitStates(clock, Micros.of(horizon), maxKeys);
    }

    @Override
    public CompletionStage<Grant> acquire(Acquisition acquisition) {
        List<Demand> demands = acquisition.demands();
        return CompletableFuture.completedFuture(
                demands.size() == 1
                        ? acquireOne(demands.get(0), Micros.of(acquisition.maxWait()))
                        : acquireAll(demands));
    }

    @Override
    public Decision decideNow(Demand demand) {
        LimitState state = states.lockRecent(demand);
        long now = clock.getAsLong();
        if (state == null || !state.isKept(demand.limit(), now)) {
            if (state != null) {
                state.unlock();
            }
            state = states.lockAndKeep(demand);
            now = clock.getAsLong();
        }
        try {
            double wait = waitFor(state, now, demand);
            boolean allowed = LimitState.roundUp(wait) <= 0;
            return decide(state, now, demand, wait, allowed, allowed);
        } finally {
            state.unlock();
        }
    }

    private Grant acquireOne(Demand demand, long maxWait) {
        LimitState state = states.lock(demand);
        try {
            long now = clock.getAsLong();
            double wait = waitFor(state, now, demand);
            boolean allowed = LimitState.roundUp(wait) <= maxWait;
            return grant(allowed, List.of(decide(state, now, demand, wait, allowed, allowed)), List.of(demand), now);
        } finally {
            state.unlock();
        }
    }

    private Grant acquireAll(List<Demand> demands) {
        List<LimitState> locked = new ArrayList<>(demands.size());
        try {
            demands.stream().sorted(LOCK_ORDER).forEach(demand -> locked.add(states.lock(demand)));
            long now = clock.getAsLong();
            List<LimitState> inOrder = demands.stream().map(states::get).toList();
            double[] waits = new double[demands.size()];
            boolean granted = true;
            for (int i = 0; i < waits.length; i++) {
                waits[i] = waitFor(inOrder.get(i), now, demands.get(i));
                granted &= LimitState.roundUp(waits[i]) <= 0;
            }
            List<Decision> decisions = new ArrayList<>(waits.length);
            for (int i = 0; i < waits.length; i++) {
                boolean allowed = LimitState.roundUp(waits[i]) <= 0;
                decisions.add(decide(inOrder.get(i), now, demands.get(i), waits[i], allowed, granted));
            }
            return grant(granted, decisions, demands, now);
        } finally {
            locked.forEach(state -> state.unlock());
        }
    }

    private static double waitFor(LimitState state, long now, Demand demand) {
        return demand.permits() == 0 ? 0 : state.waitFor(now, demand.limit(), demand.permits());
    }

    private Decision decide(LimitState state, long now, Demand demand, double wait, boolean allowed, boolean book) {
        RateLimit limit = demand.limit();
        if (book && demand.permits() > 0) {
            state.book(now, limit, demand.permits(), wait);
            state.keepUntil(now + LimitState.roundUp(state.lasts(now, limit)));
        }
        Duration delay = duration(wait);
        return new Decision(
                demand.limiter(),
                limit,
                allowed,
                allowed ? delay : Duration.ZERO,
                state.remaining(now, limit),
                allowed ? Duration.ZERO : delay,
                duration(state.resetAfter(now, limit)),
                basis);
    }

    private static Duration duration(double micros) {
        long whole = LimitState.roundUp(micros);
        return whole <= 0 ? Duration.ZERO : Micros.toDuration(whole);
    }

    private Grant grant(boolean granted, List<Decision> decisions, List<Demand> demands, long now) {
        List<Booking> bookings = new ArrayList<>(demands.size());
        for (int i = 0; granted && i < demands.size(); i++) {
            bookings.add(
                    new Booking(demands.get(i), now + Micros.of(decisions.get(i).delay()), basis));
        }
        return new Grant(decisions, new Ticket(bookings));
    }

    @Override
    public CompletionStage<Void> giveBack(Ticket ticket) {
        for (Booking booking : ticket.bookings()) {
            Demand demand = booking.demand();
            if (demand.permits() > 0) {
                change(
                        demand,
                        (state, now) -> state.giveBack(now, demand.limit(), demand.permits(), booking.grantedAt()));
            }
        }
        return DONE;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        LimitState state = states.lock(demand);
        try {
            long now = clock.getAsLong();
            RateLimit limit = demand.limit();
            return CompletableFuture.completedFuture(
                    new Usage(state.remaining(now, limit), duration(state.resetAfter(now, limit))));
        } finally {
            state.unlock();
        }
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return change(demand, (state, now) -> state.release(now, demand.limit(), demand.permits()));
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        states.remove(demand);
        return DONE;
    }

    /** How many limiters and keys it keeps. */
    long size() {
        return states.size();
    }

    private CompletionStage<Void> change(Demand demand, Change change) {
        LimitState state = states.lock(demand);
        try {
            change.apply(state, clock.getAsLong());
        } finally {
            state.unlock();
        }
        return DONE;
    }

    @FunctionalInterface
    private interface Change {

        void apply(LimitState state, long now);
    }
}
