package io.github.ratelimited.local;

import io.github.ratelimited.Decision;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Grants everything and counts nothing, for an application whose limits are switched off. */
public final class OpenStore implements LimiterStore, UsageStore {

    /** Makes a store, which keeps nothing. */
    public OpenStore() {}

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        List<Decision> decisions =
                acquisition.demands().stream().map(OpenStore::granted).toList();
        callback.answered(new Grant(acquisition.demands(), decisions, List.of()), null);
    }

    public static Decision granted(Demand demand) {
        return demand.granted(Duration.ZERO, demand.limit().burst(), Duration.ZERO, Decision.Basis.OPEN);
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return CompletableFuture.completedFuture(0.0);
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return CompletableFuture.completedFuture(new Usage(demand.limit().burst(), Duration.ZERO));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        return CompletableFuture.completedFuture(Duration.ZERO);
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }
}
