package io.github.ratelimited.lease;

import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Gives back what is held of a limiter and key before its use is forgotten or it is blocked. Safe for use by many threads. */
public final class LeasedUsage implements UsageStore {

    private final UsageStore usage;
    private final LeaseStore leases;

    /**
     * Makes a store.
     *
     * @param usage reads and changes use
     * @param leases holds permits
     */
    public LeasedUsage(UsageStore usage, LeaseStore leases) {
        this.usage = usage;
        this.leases = leases;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return usage.usage(demand);
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return usage.release(demand);
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return usage.charge(demand);
    }

    @Override
    public CompletionStage<Void> block(Demand demand, Duration duration) {
        leases.giveUp(demand);
        return usage.block(demand, duration);
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        leases.giveUp(demand);
        return usage.reset(demand);
    }
}
