package io.github.ratelimited.metrics;

import io.github.ratelimited.Decision;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DecisionCounts.Count;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.SettlementOutcome;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Meters of limiters, all named {@code ratelimited.*}, and an observation {@code ratelimited.wait} around each wait; the page
 * docs/observability.md lists them. Keys are never a tag. Use one of these for a registry: a second one is not seen where
 * the first has a meter of the same name. Safe for use by many threads.
 */
public final class LimiterMeters implements LimiterObserver {

    private final MeterRegistry registry;
    private final ObservationRegistry observations;
    private final String store;
    private final DecisionCounts counts;
    private final LimiterObserver own;
    private final DistributionSummary batches;
    private final MeterProvider<DistributionSummary> settlements;
    private final Set<String> settling = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();

    /**
     * Registers the meters and counts decisions itself.
     *
     * @param registry where meters are registered
     * @param observations where waits are observed; a handler there makes the timer {@code ratelimited.wait}
     * @param store name of the store, the tag of {@code ratelimited.store}
     */
    public LimiterMeters(MeterRegistry registry, ObservationRegistry observations, String store) {
        this(registry, observations, store, new DecisionCounts(limiter -> false), true);
    }

    /**
     * Registers the meters, with decisions that another observer counts.
     *
     * @param registry where meters are registered
     * @param observations where waits are observed; a handler there makes the timer {@code ratelimited.wait}
     * @param store name of the store, the tag of {@code ratelimited.store}
     * @param counts the other observer, of the same limiters
     */
    public LimiterMeters(
            MeterRegistry registry, ObservationRegistry observations, String store, DecisionCounts counts) {
        this(registry, observations, store, counts, false);
    }

    private LimiterMeters(
            MeterRegistry registry,
            ObservationRegistry observations,
            String store,
            DecisionCounts counts,
            boolean counting) {
        this.registry = registry;
        this.observations = observations;
        this.store = store;
        this.counts = counts;
        this.own = counting ? counts : NONE;
        this.settlements = DistributionSummary.builder("ratelimited.settlements")
                .description("Permits that went back, or were counted, when calls were settled")
                .baseUnit("permits")
                .withRegistry(registry);
        this.batches = DistributionSummary.builder("ratelimited.batch.size")
                .description("Requests for permits that travel to the store together")
                .register(registry);
        Gauge.builder("ratelimited.circuit", open, AtomicInteger::doubleValue)
                .description("1 while the store cannot decide and failure policies are in force, else 0")
                .strongReference(true)
                .register(registry);
        counts.listen(this::register);
    }

    private void register(Count count) {
        FunctionCounter.builder("ratelimited.decisions", count.number(), LongAdder::doubleValue)
                .description("Decisions about requests for permits")
                .tag("limiter", count.limiter())
                .tag("plan", count.plan())
                .tag("outcome", count.outcome().name().toLowerCase(Locale.ROOT))
                .tag("basis", count.basis().name().toLowerCase(Locale.ROOT))
                .register(registry);
        blocks(count.limiter(), true);
        blocks(count.limiter(), false);
    }

    /** Is there before the first block: Prometheus sees no increase in a counter that begins with 1. */
    private Counter blocks(String limiter, boolean here) {
        return counter("ratelimited.blocks", limiter, "where", here ? "here" : "elsewhere");
    }

    @Override
    public void unknownPlan(String limiter) {
        counter("ratelimited.plans.unknown", limiter).increment();
    }

    @Override
    public void sourced(String limiter, Sourced outcome) {
        counter("ratelimited.limit-source", limiter, "outcome", outcome.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public LimiterStore around(LimiterStore inner) {
        return new MeteredStore(inner, registry, store);
    }

    @Override
    public void decided(Demand demand, Decision decision) {
        own.decided(demand, decision);
    }

    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        String limiter = counts.counted(demand.limiter());
        if (settling.add(limiter)) {
            // As for blocks; this is the one to watch.
            settlements(limiter, SettlementOutcome.DROPPED);
        }
        settlements(limiter, outcome).record(permits);
    }

    private DistributionSummary settlements(String limiter, SettlementOutcome outcome) {
        return settlements.withTags(
                "limiter", limiter, "outcome", outcome.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        blocks(limiterKey.limiter(), here).increment();
    }

    @Override
    public Pause mayWait(String limiter) {
        return new ObservedPause(observations, counts.counted(limiter));
    }

    @Override
    public void sent(int requests) {
        batches.record(requests);
    }

    @Override
    public void costUnknown(String limiter) {
        counter("ratelimited.settle.failures", limiter).increment();
    }

    @Override
    public void leased(String limiter, long permits) {
        countLease(limiter, "leased", permits);
    }

    @Override
    public void leaseEnded(String limiter, long used, long returned) {
        countLease(limiter, "used", used);
        countLease(limiter, "returned", returned);
    }

    private void countLease(String limiter, String outcome, long permits) {
        counter("ratelimited.lease.permits", limiter, "outcome", outcome).increment(permits);
    }

    private Counter counter(String name, String limiter, String... more) {
        return registry.counter(
                name, Tags.of("limiter", counts.counted(limiter)).and(more));
    }

    @Override
    public void circuit(boolean isOpen) {
        open.set(isOpen ? 1 : 0);
    }
}
