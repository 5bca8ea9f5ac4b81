package io.github.ratelimited.observe;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.internal.Collaborator;
import io.github.ratelimited.store.Demand;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    private static final int BASES = Basis.values().length;
    private static final int CELLS = Outcome.values().length * BASES;

    private final Map<String, AtomicReferenceArray<@Nullable Count>> limiters = new ConcurrentHashMap<>();
    private final Map<ByPlan, AtomicReferenceArray<@Nullable Count>> plans = new ConcurrentHashMap<>();
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
        Outcome outcome = outcome(decision);
        AtomicReferenceArray<@Nullable Count> counts = counts(decision.limiter(), demand.plan());
        Count count = counts.get(outcome.ordinal() * BASES + decision.basis().ordinal());
        (count != null ? count : start(decision.limiter(), demand.plan(), outcome, decision.basis()))
                .number()
                .increment();
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

    private AtomicReferenceArray<@Nullable Count> counts(String limiter, @Nullable String plan) {
        return plan == null
                ? counts(limiter)
                : plans.computeIfAbsent(
                        new ByPlan(counted(limiter), countedPlan(limiter, plan)),
                        any -> new AtomicReferenceArray<>(CELLS));
    }

    /** Configurations that change may bring plans without end. */
    private String countedPlan(String limiter, String plan) {
        return plans.size() < MOST_PLANS || plans.containsKey(new ByPlan(limiter, plan)) ? plan : Demand.UNKNOWN_PLAN;
    }

    private AtomicReferenceArray<@Nullable Count> counts(String limiter) {
        AtomicReferenceArray<@Nullable Count> counts = limiters.get(limiter);
        return counts != null
                ? counts
                : limiters.computeIfAbsent(counted(limiter), name -> new AtomicReferenceArray<>(CELLS));
    }

    /**
     * The name that a limiter is counted under.
     *
     * @param limiter name of the limiter
     * @return the name, or {@value #OTHERS}
     */
    public String counted(String limiter) {
        return limiters.containsKey(limiter) || limiters.size() < MOST_LIMITERS ? limiter : OTHERS;
    }

    /** Under a lock, so that a listener hears of each count once. */
    private synchronized Count start(String limiter, @Nullable String plan, Outcome outcome, Basis basis) {
        AtomicReferenceArray<@Nullable Count> counts = counts(limiter, plan);
        int cell = outcome.ordinal() * BASES + basis.ordinal();
        Count known = counts.get(cell);
        if (known != null) {
            return known;
        }
        if (outcome != Outcome.SHADOW_DENIED && watches.test(limiter)) {
            // From the first decision on, because Prometheus sees no increase in a counter that begins with 1.
            start(limiter, plan, Outcome.SHADOW_DENIED, basis);
        }
        String tag = plan == null ? NO_PLAN : countedPlan(limiter, plan);
        Count count = new Count(counted(limiter), tag, outcome, basis, new LongAdder());
        listeners.forEach(each -> each.call(listener -> listener.accept(count)));
        counts.set(cell, count);
        return count;
    }

    /**
     * Reports each count: those that exist, and later ones right before their first decision.
     *
     * @param listener must not block; what it throws changes no count
     */
    public synchronized void listen(Consumer<Count> listener) {
        Collaborator<Consumer<Count>> added = new Collaborator<>(listener);
        Stream.concat(limiters.values().stream(), plans.values().stream()).forEach(counts -> {
            for (int cell = 0; cell < CELLS; cell++) {
                Count count = counts.get(cell);
                if (count != null) {
                    added.call(consumer -> consumer.accept(count));
                }
            }
        });
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
        add(limiters.get(limiter), sums);
        plans.forEach((byPlan, counts) -> {
            if (byPlan.limiter.equals(limiter)) {
                add(counts, sums);
            }
        });
        return sums;
    }

    private static void add(@Nullable AtomicReferenceArray<@Nullable Count> counts, Map<Outcome, Long> sums) {
        for (int cell = 0; cell < CELLS; cell++) {
            Count count = counts == null ? null : counts.get(cell);
            sums.merge(
                    Outcome.values()[cell / BASES],
                    count == null ? 0L : count.number().sum(),
                    Long::sum);
        }
    }
}
