package io.github.ratelimited.failover;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchListener;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.batch.BulkStore;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an outage of a store from costing each call its deadline: while batches fail, requests fail at once. It counts
 * batches, however many requests they carry. Safe for use by many threads.
 */
public final class BreakerStore implements BulkStore {

    /** Neighbouring partitions share a breaker: the masters of a cluster own ranges of slots, and fail one by one. */
    private static final int PARTITIONS_OF_ONE = 1024;

    private static final int MOST = 16;

    private final BulkStore store;
    private final Duration timeout;
    private final List<Breaker> breakers;

    /**
     * Makes a store.
     *
     * @param timeout longest wait for an answer to a batch
     * @param timer asks the store now and then whether it decides again
     * @param observer is notified when it cannot decide, and when it can again
     */
    public BreakerStore(BulkStore store, Duration timeout, ScheduledExecutorService timer, LimiterObserver observer) {
        this.store = store;
        this.timeout = timeout;
        OutageLog outages = new OutageLog(observer);
        this.breakers = Stream.generate(() -> new Breaker(timeout, timer, outages))
                .limit(MOST)
                .toList();
    }

    @Override
    public int partition(Demand demand) {
        return store.partition(demand);
    }

    private Breaker breakerOf(int partition) {
        return breakers.get(partition / PARTITIONS_OF_ONE % MOST);
    }

    @Override
    public CompletionStage<List<BatchResult>> acquireAll(
            int partition, List<Acquisition> requests, BatchListener listener) {
        RateLimiterUnavailableException outage = breakerOf(partition).outage();
        return outage != null
                ? CompletableFuture.failedFuture(outage)
                : send(partition, requests, listener, listener::lost);
    }

    private CompletableFuture<List<BatchResult>> send(
            int partition, List<Acquisition> requests, BatchListener listener, Runnable lost) {
        return breakerOf(partition)
                .run(
                        () -> store.acquireAll(partition, requests, listener).toCompletableFuture(),
                        this::fault,
                        () -> probe(partition, requests.get(0), lost));
    }

    private @Nullable Throwable fault(List<BatchResult> outcomes) {
        for (BatchResult outcome : outcomes) {
            RateLimiterUnavailableException failure = outcome.failure();
            if (failure != null && !store.isWell(failure)) {
                return failure;
            }
        }
        return null;
    }

    /**
     * Takes a permit, because a store that refuses to write may well read, and no more, because others are rejected by what it
     * takes until that is back.
     *
     * @param lost what to do when it has an answer, or is not sent: a batch that it has overtaken need not be waited for
     */
    private void probe(int partition, Acquisition failed, Runnable lost) {
        List<Demand> least = failed.demands().stream()
                .map(demand -> demand.of(Math.min(demand.permits(), 1)))
                .toList();
        Acquisition again = new Acquisition(least, Duration.ZERO, Deadline.after(timeout));
        CompletableFuture<List<BatchResult>> answer = send(partition, List.of(again), results -> {}, lost);
        answer.whenComplete((outcomes, failure) -> lost.run());
        answer.thenAccept(outcomes -> outcomes.forEach(outcome -> {
            if (outcome.grant() != null) {
                store.giveBack(outcome.grant().reservations());
            }
        }));
    }

    /** Sent in any case: a store that is too slow to be asked has granted it. */
    @Override
    public CompletionStage<List<Double>> settleAll(List<Settlement> settlements) {
        return store.settleAll(settlements);
    }

    /**
     * Asks the store something else, unless it is known that it cannot answer.
     *
     * @return the answer; fails at once while batches for the demand fail
     */
    public <T> CompletionStage<T> unlessOpen(Demand demand, Supplier<CompletionStage<T>> question) {
        RateLimiterUnavailableException outage =
                breakerOf(store.partition(demand)).outage();
        return outage != null ? CompletableFuture.failedFuture(outage) : question.get();
    }
}
