package io.github.ratelimited.local;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.UsageMemo;
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
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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

    private final LongSupplier clock;
    private final LocalDecisions decisions;
    private final UsageTable states;

    /**
     * Makes a store.
     *
     * @param clock microseconds since the epoch; a clock that steps back counts as no time passed
     * @param basis what its decisions are marked with
     * @param maxKeys most limiters and keys at once; above it those least used are forgotten
     */
    public LocalStore(LongSupplier clock, Decision.Basis basis, long maxKeys) {
        this.clock = clock;
        this.decisions = new LocalDecisions(basis);
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
        boolean unseen;
        long remaining;
        double resetAfter;
        long moment;
        try {
            long now = state.now();
            moment = state.lockedAt();
            wait = LocalDecisions.waitFor(state, now, demand);
            allowed = UsageState.isNow(wait);
            if (allowed) {
                // Without keepUntil: a booking of now matters no longer than a state is kept anyway.
                state.book(now, demand, wait);
            }
            unseen = allowed && demand.brief();
            remaining = unseen ? 0 : LocalDecisions.remaining(state, now, demand.limit());
            resetAfter = unseen ? 0 : state.resetAfter(now, demand.limit());
            state.unlock();
        } catch (Throwable ex) {
            state.word.held = 0;
            throw ex;
        }
        return unseen
                ? decisions.permission()
                : decisions.decision(demand, moment, wait, allowed, remaining, resetAfter);
    }

    private Grant acquireOne(Demand demand, long maxWait, @Nullable Turn turn) {
        UsageState state = states.lock(demand);
        try {
            double wait = LocalDecisions.waitFor(state, state.now(), demand);
            if (turn != null
                    && !(UsageState.isNow(wait) && turn.at(decisions.basis()).isFirst())) {
                return acquireInTurn(state, demand, maxWait, turn.at(decisions.basis()));
            }
            boolean allowed = UsageState.roundUp(wait) <= maxWait;
            return decisions.grant(
                    allowed, List.of(decide(state, demand, wait, allowed, allowed)), List.of(demand), state);
        } finally {
            state.word.held = 0;
        }
    }

    /** Reserves what is due soon enough and has no one waiting before it; else returns when to ask again. */
    private Grant acquireInTurn(UsageState state, Demand demand, long maxWait, Turn turn) {
        WaitQueue.Answer answer = state.ask(demand, maxWait, turn);
        boolean allowed = answer.outcome() == WaitQueue.Outcome.BOOKED;
        double wait = allowed ? LocalDecisions.waitFor(state, state.now(), demand) : answer.due();
        List<Decision> decided = List.of(decide(state, demand, wait, allowed, allowed));
        return answer.outcome() == WaitQueue.Outcome.LATER
                ? new Grant(List.of(demand), decided, List.of(), answer.turn().of(decisions.basis()))
                : decisions.grant(allowed, decided, List.of(demand), state);
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
                waits[i] = LocalDecisions.waitFor(locked[i], locked[i].now(), demands.get(i));
                granted &= UsageState.isNow(waits[i]);
            }
            List<Decision> decided = new ArrayList<>(waits.length);
            for (int i = 0; i < waits.length; i++) {
                boolean allowed = UsageState.isNow(waits[i]);
                decided.add(decide(locked[i], demands.get(i), waits[i], allowed, granted));
            }
            return decisions.grant(granted, decided, demands, locked);
        } finally {
            for (UsageState state : locked) {
                if (state != null) {
                    state.word.held = 0;
                }
            }
        }
    }

    private Decision decide(UsageState state, Demand demand, double wait, boolean allowed, boolean book) {
        long now = state.now();
        if (book) {
            state.book(now, demand, wait);
            state.keepUntil(state.lockedAt() + UsageState.roundUp(state.lasts(now, demand.limit())));
        }
        RateLimit limit = demand.limit();
        long remaining = LocalDecisions.remaining(state, now, limit);
        return decisions.decision(demand, state.lockedAt(), wait, allowed, remaining, state.resetAfter(now, limit));
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
        return locked(
                demand,
                state -> state.giveBack(state.now(), demand.limit(), demand.permits(), reservation.stateTime(), back));
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        RateLimit limit = demand.limit();
        return CompletableFuture.completedFuture(locked(demand, state -> {
            long remaining = LocalDecisions.remaining(state, state.now(), limit);
            double resetAfter = Math.max(state.resetAfter(state.now(), limit), -remaining);
            return Usage.ofState(remaining, LocalDecisions.duration(resetAfter));
        }));
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return changed(demand, state -> {
            state.charge(state.now(), demand.limit(), demand.permits());
            state.keepUntil(state.lockedAt() + UsageState.roundUp(state.lasts(state.now(), demand.limit())));
            return true;
        });
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return changed(demand, state -> {
            state.release(state.now(), demand.limit(), demand.permits());
            return null;
        });
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        states.remove(demand);
        return DONE;
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        return changed(demand, state -> Micros.toDuration(state.block(Micros.roundUp(duration))));
    }

    /** How many limiters and keys it keeps. */
    long size() {
        return states.size();
    }

    /** The cache looks again at a state that may matter for longer. */
    private <T extends @Nullable Object> CompletionStage<T> changed(Demand demand, Function<UsageState, T> change) {
        T result = locked(demand, change);
        states.keep(demand);
        return CompletableFuture.completedFuture(result);
    }

    private <T extends @Nullable Object> T locked(Demand demand, Function<UsageState, T> step) {
        UsageState state = states.lock(demand);
        try {
            return step.apply(state);
        } finally {
            state.word.held = 0;
        }
    }
}
