package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Grants everything and counts nothing, for an application whose limits are switched off. */
public final class OpenStore implements LimiterStore {

    /** Makes a store, which keeps nothing. */
    public OpenStore() {}

    @Override
    public void acquire(Acquisition acquisition, Asker asker) {
        List<Decision> decisions =
                acquisition.demands().stream().map(OpenStore::granted).toList();
        asker.answered(new Grant(acquisition.demands(), decisions, Ticket.EMPTY), null);
    }

    static Decision granted(Demand demand) {
        return new Decision(
                demand.limiter(),
                demand.limit(),
                true,
                Duration.ZERO,
                demand.limit().burst(),
                Duration.ZERO,
                Duration.ZERO,
                Decision.Basis.OPEN);
    }

    @Override
    public CompletionStage<Void> giveBack(Ticket ticket) {
        return CompletableFuture.completedFuture(null);
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
    public CompletionStage<Void> reset(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }
}
