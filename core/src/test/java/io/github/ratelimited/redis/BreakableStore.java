package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.local.LocalStore;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreDriver;
import io.github.ratelimited.store.Usage;
import io.github.ratelimited.store.UsageStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Counts in this process for a test that breaks it. */
final class BreakableStore implements BulkStore, UsageStore {

    private final LocalStore store;
    private final RateLimiterUnavailableException failure = new RateLimiterUnavailableException("broken", null);
    boolean broken;

    /** Questions about use that were put to it. */
    int questions;

    BreakableStore(LocalStore store) {
        this.store = store;
    }

    private <T> CompletionStage<T> unlessBroken(Supplier<CompletionStage<T>> answer) {
        return broken ? CompletableFuture.failedFuture(failure) : answer.get();
    }

    private <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> question) {
        questions++;
        return unlessBroken(question);
    }

    @Override
    public CompletionStage<List<BatchResult>> acquireAll(
            int partition, List<Acquisition> requests, BatchListener listener) {
        return unlessBroken(() -> CompletableFuture.completedFuture(requests.stream()
                .map(request -> new BatchResult(StoreDriver.get(store.acquire(request)), null))
                .toList()));
    }

    @Override
    public int partition(Demand demand) {
        return 0;
    }

    @Override
    public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
        return CompletableFuture.completedFuture(settlements.stream()
                .map(settlement -> StoreDriver.get(store.settle(List.of(settlement))))
                .toList());
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return ask(() -> store.charge(demand));
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return ask(() -> store.usage(demand));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return ask(() -> store.release(demand));
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        return ask(() -> store.block(demand, duration));
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return ask(() -> store.reset(demand));
    }
}
