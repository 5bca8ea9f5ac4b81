package io.github.ratelimited.local;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import io.github.ratelimited.store.Turn;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageMemo;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides within this process. Each limiter and key has a lock of its own, and goes away by itself when its state no
 * longer matters.
 */
public final class LocalStore implements LimiterStore, UsageStore {

    private static final Comparator<Demand> LOCK_ORDER =
            Comparator.comparing(Demand::limiter).thenComparing(Demand::key);

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private static final CompletableFuture<Boolean> COUNTED = CompletableFuture.completedFuture(true);

    private final LongSupplier clock;
    private final Basis basis;
    private final UsageTable states;

    /**
     * Makes a store.
     *
     * @param clock microseconds since the epoch; a clock that steps back counts as no time passed
     * @param basis what its decisions are marked with
     * @param maxKeys most limiters and keys at once; above it those least used are forgotten
     */
    public LocalStore(LongSupplier clock, Basis basis, long maxKeys) {
        this.clock = clock;
        this.basis = basis;
        this.states = new UsageTable(clock, maxKeys);
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        List<Demand> demands = acquisition.demands();
        Grant grant = demands.size() == 1
                ? acquireOne(demands.get(0), Micros.of(acquisition.maxWait()), acquisition.turn())
                : acquireAll(demands);
        callback.answered(grant, null);
    }

    @Override
    public Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        return decideNow(demand, memo);
    }

    Decision decideNow(Demand demand, UsageMemo memo) {
        UsageState state = states.lockKept(demand, memo);
        double wait;
        boolean allowed;
        long remaining;
        double resetAfter;
        long moment;
        try {
            long now = state.now();
            moment = state.lockedAt();
            wait = waitFor(state, now, demand);
            allowed = bookNow(state, now, demand, wait);
            remaining = remaining(state, now, demand.limit());
            resetAfter = state.resetAfter(now, demand.limit());
            state.unlock();
        } catch (Throwable ex) {
            state.word.held = 0;
            throw ex;
        }
        return decision(demand, moment, wait, allowed, remaining, resetAfter);
    }

    /** Books what is due now, and tells whether it is. A booking of now matters no longer than a state is kept anyway. */
    private static boolean bookNow(UsageState state, long now, Demand demand, double wait) {
        boolean due = UsageState.isNow(wait);
        if (due) {
            book(state, now, demand, wait);
        }
        return due;
    }

    private Grant acquireOne(Demand demand, long maxWait, @Nullable Turn turn) {
        UsageState state = states.lock(demand);
        try {
            double wait = waitFor(state, state.now(), demand);
            if (turn != null && !(UsageState.isNow(wait) && turn.at(basis).isFirst())) {
                return acquireInTurn(state, demand, maxWait, turn.at(basis));
            }
            boolean allowed = UsageState.roundUp(wait) <= maxWait;
            return grant(allowed, List.of(decide(state, demand, wait, allowed, allowed)), List.of(demand), state);
        } finally {
            state.word.held = 0;
        }
    }

    /** Books what is due soon enough and has nobody before it who waits; else tells when to ask again. */
    private Grant acquireInTurn(UsageState state, Demand demand, long maxWait, Turn turn) {
        WaitQueue.Answer answer = state.ask(demand, maxWait, turn);
        boolean allowed = answer.outcome() == WaitQueue.Outcome.BOOKED;
        double wait = allowed ? waitFor(state, state.now(), demand) : answer.due();
        List<Decision> decisions = List.of(decide(state, demand, wait, allowed, allowed));
        return answer.outcome() == WaitQueue.Outcome.LATER
                ? new Grant(List.of(demand), decisions, List.of(), answer.turn().of(basis))
                : grant(allowed, decisions, List.of(demand), state);
    }

    private Grant acquireAll(List<Demand> demands) {
        UsageState[] locked = new UsageState[demands.size()];
        try {
            for (Demand demand : demands.stream().sorted(LOCK_ORDER).toList()) {
                locked[demands.indexOf(demand)] = states.lockAlone(demand);
            }
            long moment = clock.getAsLong();
            for (UsageState state : locked) {
                state.look(moment);
            }
            double[] waits = new double[locked.length];
            boolean granted = true;
            for (int i = 0; i < waits.length; i++) {
                waits[i] = waitFor(locked[i], locked[i].now(), demands.get(i));
                granted &= UsageState.isNow(waits[i]);
            }
            List<Decision> decisions = new ArrayList<>(waits.length);
            for (int i = 0; i < waits.length; i++) {
                boolean allowed = UsageState.isNow(waits[i]);
                decisions.add(decide(locked[i], demands.get(i), waits[i], allowed, granted));
            }
            return grant(granted, decisions, demands, locked);
        } finally {
            for (UsageState state : locked) {
                if (state != null) {
                    state.word.held = 0;
                }
            }
        }
    }

    private static double waitFor(UsageState state, long now, Demand demand) {
        if (state.blockedFor(now) > 0) {
            return Double.POSITIVE_INFINITY;
        }
        boolean asksForNothing = demand.permits() == 0 && !state.isOverdrawn(now, demand.limit());
        return asksForNothing ? 0 : state.waitFor(now, demand.limit(), demand.permits());
    }

    /** Permits that remain or, below zero, what is left of a block. */
    private static long remaining(UsageState state, long now, RateLimit limit) {
        long left = state.blockedFor(now);
        return left > 0 ? -left : state.remaining(now, limit);
    }

    private Decision decide(UsageState state, Demand demand, double wait, boolean allowed, boolean book) {
        long now = state.now();
        if (book) {
            book(state, now, demand, wait);
            state.keepUntil(state.lockedAt() + UsageState.roundUp(state.lasts(now, demand.limit())));
        }
        RateLimit limit = demand.limit();
        long remaining = remaining(state, now, limit);
        return decision(demand, state.lockedAt(), wait, allowed, remaining, state.resetAfter(now, limit));
    }

    private static void book(UsageState state, long now, Demand demand, double wait) {
        if (demand.permits() != 0) {
            state.book(now, demand.limit(), demand.permits(), wait);
        }
    }

    private Decision decision(
            Demand demand, long moment, double wait, boolean allowed, long remaining, double resetAfter) {
        if (remaining < 0) {
            double reset = Math.max(resetAfter, -remaining);
            return demand.within(moment, demand.blocked(Micros.toDuration(-remaining), duration(reset), basis));
        }
        Duration delay = duration(wait);
        return allowed
                ? demand.within(
                        moment + Micros.of(delay), demand.granted(delay, remaining, duration(resetAfter), basis))
                : demand.within(moment, demand.refused(delay, remaining, duration(resetAfter), basis));
    }

    private static Duration duration(double micros) {
        return UsageState.isNow(micros) ? Duration.ZERO : Micros.toDuration(UsageState.roundUp(micros));
    }

    private Grant grant(boolean granted, List<Decision> decisions, List<Demand> demands, UsageState... states) {
        List<Reservation> reservations = new ArrayList<>(demands.size());
        for (int i = 0; granted && i < demands.size(); i++) {
            long delay = Micros.of(decisions.get(i).delay());
            reservations.add(
                    new Reservation(demands.get(i), states[i].lockedAt() + delay, states[i].now() + delay, basis));
        }
        return new Grant(demands, decisions, reservations);
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        double settled = 0;
        for (Settlement settlement : settlements) {
            long back = settlement.back();
            if (back < 0) {
                charge(settlement.demand().of(-back));
                settled -= back;
            } else if (back > 0) {
                settled += giveBack(settlement.reservation(), back);
            }
        }
        return CompletableFuture.completedFuture(settled);
    }

    private double giveBack(Reservation reservation, long back) {
        Demand demand = reservation.demand();
        UsageState state = states.lock(demand);
        try {
            return state.giveBack(state.now(), demand.limit(), demand.permits(), reservation.stateTime(), back);
        } finally {
            state.word.held = 0;
        }
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        UsageState state = states.lock(demand);
        try {
            RateLimit limit = demand.limit();
            long remaining = remaining(state, state.now(), limit);
            double resetAfter = Math.max(state.resetAfter(state.now(), limit), -remaining);
            return CompletableFuture.completedFuture(Usage.told(remaining, duration(resetAfter)));
        } finally {
            state.word.held = 0;
        }
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        change(demand, state -> {
            state.charge(state.now(), demand.limit(), demand.permits());
            state.keepUntil(state.lockedAt() + UsageState.roundUp(state.lasts(state.now(), demand.limit())));
        });
        return COUNTED;
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return change(demand, state -> state.release(state.now(), demand.limit(), demand.permits()));
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        states.remove(demand);
        return DONE;
    }

    @Override
    public CompletionStage<Void> block(Demand demand, Duration duration) {
        change(demand, state -> state.block(Micros.roundUp(duration)));
        states.keep(demand);
        return DONE;
    }

    /** How many limiters and keys it keeps. */
    long size() {
        return states.size();
    }

    private CompletionStage<Void> change(Demand demand, Consumer<UsageState> change) {
        UsageState state = states.lock(demand);
        try {
            change.accept(state);
        } finally {
            state.word.held = 0;
        }
        return DONE;
    }
}
