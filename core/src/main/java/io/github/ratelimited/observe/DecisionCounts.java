package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.store.Demand;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Counts decisions since the start, by limiter, plan, outcome and basis. Names above {@value #MOST_LIMITERS}, which only a
 * program that makes them up has, are counted together as {@value #OTHERS}. Safe for use by many threads.
 */
public final class DecisionCounts implements LimiterObserver {

    /** The name of all limiters that are too many to be counted by themselves. */
    public static final String OTHERS = "_others";

    /** The plan of calls that asked for none. */
    public static final String NO_PLAN = "none";

    private static final int MOST_LIMITERS = 1_000;
    private static final int MOST_PLANS = 1_000;

    private final Map<Cell, Count> counts = new ConcurrentHashMap<>();
    private final Set<String> limiters = ConcurrentHashMap.newKeySet();
    private final Set<ByPlan> plans = ConcurrentHashMap.newKeySet();
    private final List<Collaborator<Consumer<Count>>> listeners = new CopyOnWriteArrayList<>();
    private final Predicate<String> watches;

    /**
     * Starts with nothing counted.
     *
     * @param watches whether a limiter only watches, so that what it rejects goes through
     */
    public DecisionCounts(Predicate<String> watches) {
        this.watches = watches;
    }

    private record ByPlan(String limiter, String plan) {}

    private record Cell(String limiter, String plan, Outcome outcome, Basis basis) {}

    /** What became of a request. */
    public enum Outcome {

        /** It had its permits at once. */
        ALLOWED,

        /** It had its permits after a wait. */
        DELAYED,

        /** It was rejected. */
        DENIED,

        /** It was rejected because its limiter or key is blocked. */
        BLOCKED,

        /** It would have been rejected by a limiter that only watches. */
        SHADOW_DENIED
    }

    /**
     * How often one limiter has decided in one way.
     *
     * @param limiter name of the limiter
     * @param plan the configured plan that was asked for, {@value Demand#UNKNOWN_PLAN} for another, {@value #NO_PLAN}
     * @param outcome what became of the requests
     * @param basis what the decisions rested on
     * @param number goes up while the program runs
     */
    public record Count(String limiter, String plan, Outcome outcome, Basis basis, LongAdder number) {}

    @Override
    public void decided(Demand demand, Decision decision) {
        String plan = demand.plan() == null ? NO_PLAN : demand.plan();
        Cell cell = new Cell(decision.limiter(), plan, outcome(decision), decision.basis());
        Count count = counts.get(cell);
        (count != null ? count : countedElsewhere(cell)).number().increment();
    }

    /** The count of a decision that is not known, or whose limiter or plan is not counted by itself. */
    private Count countedElsewhere(Cell cell) {
        Cell counted = new Cell(counted(cell.limiter), countedPlan(cell.limiter, cell.plan), cell.outcome, cell.basis);
        Count count = counts.get(counted);
        return count != null ? count : start(counted, watches.test(cell.limiter));
    }

    private Outcome outcome(Decision decision) {
        if (decision.allowed()) {
            return decision.delay().isZero() ? Outcome.ALLOWED : Outcome.DELAYED;
        }
        if (watches.test(decision.limiter())) {
            return Outcome.SHADOW_DENIED;
        }
        return decision.blocked() ? Outcome.BLOCKED : Outcome.DENIED;
    }

    /** Configurations that change may bring plans without end. */
    private String countedPlan(String limiter, String plan) {
        return plan.equals(NO_PLAN) || plans.size() < MOST_PLANS || plans.contains(new ByPlan(limiter, plan))
                ? plan
                : Demand.UNKNOWN_PLAN;
    }

    /**
     * The name that a limiter is counted under, from now on.
     *
     * @param limiter name of the limiter
     * @return the name, or {@value #OTHERS}
     */
    public String counted(String limiter) {
        if (limiters.contains(limiter)) {
            return limiter;
        }
        if (limiters.size() >= MOST_LIMITERS) {
            return OTHERS;
        }
        limiters.add(limiter);
        return limiter;
    }

    /** Under a lock, so that a listener hears of each count once. */
    private synchronized Count start(Cell cell, boolean watched) {
        Count known = counts.get(cell);
        if (known != null) {
            return known;
        }
        if (watched && cell.outcome != Outcome.SHADOW_DENIED) {
            // From the first decision on, because Prometheus sees no increase in a counter that begins with 1.
            start(new Cell(cell.limiter, cell.plan, Outcome.SHADOW_DENIED, cell.basis), false);
        }
        if (!cell.plan.equals(NO_PLAN)) {
            plans.add(new ByPlan(cell.limiter, cell.plan));
        }
        Count count = new Count(cell.limiter, cell.plan, cell.outcome, cell.basis, new LongAdder());
        listeners.forEach(each -> each.call(listener -> listener.accept(count)));
        counts.put(cell, count);
        return count;
    }

    /**
     * Reports each count: those that exist, and later ones right before their first decision.
     *
     * @param listener must not block; what it throws changes no count
     */
    public synchronized void listen(Consumer<Count> listener) {
        Collaborator<Consumer<Count>> added = new Collaborator<>(listener);
        counts.values().forEach(count -> added.call(consumer -> consumer.accept(count)));
        listeners.add(added);
    }

    /**
     * The counts of one limiter, whatever the decisions rested on.
     *
     * @param limiter name of the limiter
     * @return a snapshot
     */
    public Map<Outcome, Long> of(String limiter) {
        Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            sums.put(outcome, 0L);
        }
        counts.values().stream()
                .filter(count -> count.limiter.equals(limiter))
                .forEach(count -> sums.merge(count.outcome, count.number.sum(), Long::sum));
        return sums;
    }
}
