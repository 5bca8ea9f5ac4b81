package io.github.ratelimited.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What takes permits and what else is done with their use, as one. */
public record TestedStore(LimiterStore permits, UsageStore uses) implements LimiterStore, UsageStore {

    public static <S extends LimiterStore & UsageStore> TestedStore of(S store) {
        return new TestedStore(store, store);
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        permits.acquire(acquisition, callback);
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return permits.settle(settlements);
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return uses.charge(demand);
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return uses.usage(demand);
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return uses.release(demand);
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        return uses.block(demand, duration);
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return uses.reset(demand);
    }
}
