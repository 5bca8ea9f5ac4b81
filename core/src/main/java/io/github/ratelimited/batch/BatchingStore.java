package io.github.ratelimited.batch;

import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests that arrive while others are in flight together in the next batch. A request that finds no batch in
 * flight leaves at once and waits for no others. An answer that is not there by its deadline fails the request: what
 * has not been sent yet is withdrawn, and what is granted later is given back. No request waits for permits that go back
 * meanwhile; one that is rejected while permits of its limiter and key were being given back asks once more when they are back.
 */
public final class BatchingStore implements LimiterStore {

    /**
     * Batches of a partition that may be in flight at once, so that the store decides one while the answers of another are
     * read. A key belongs to one of two queues. Where that one is idle, a request waits in the other for an answer that comes
     * soon; another for its key may overtake it there when answers begin to take longer.
     */
    private static final int QUEUES_OF_PARTITION = 2;

    private final BulkStore store;
    private final LimiterObservers observer;
    private final Map<Integer, BatchQueue> queues = new ConcurrentHashMap<>();
    private final SettlementBatcher returns;
    private final RejectionRetry retry;
    private final Duration longest;
    private final LongSupplier nanos;
    private final DeadlineTimer deadlines = new DeadlineTimer(this::endThoseOver);

    /**
     * Makes batches for a store.
     *
     * @param longest after it the store certainly answers no more; a batch without an answer then no longer keeps others
     *     from being sent
     * @param observer is notified of their size
     */
    public BatchingStore(BulkStore store, Duration longest, LimiterObserver observer) {
        this(store, longest, observer, System::nanoTime);
    }

    BatchingStore(BulkStore store, Duration longest, LimiterObserver observer, LongSupplier nanos) {
        this.store = store;
        this.longest = longest;
        this.nanos = nanos;
        this.observer = LimiterObservers.of(observer);
        this.returns = new SettlementBatcher(store::partition, store::settleAll);
        this.retry = new RejectionRetry(returns, this::ask);
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        CompletableFuture<?> before = returns.latest.isEmpty() ? null : returns.to(acquisition.demands());
        ask(acquisition, (grant, failure) -> {
            if (grant == null || grant.allowed()) {
                callback.answered(grant, failure);
            } else {
                retry.rejected(acquisition, grant, before, callback);
            }
        });
    }

    private void ask(Acquisition acquisition, GrantCallback callback) {
        Demand first = acquisition.demands().get(0);
        int partition = store.partition(first);
        Integer number = partition * QUEUES_OF_PARTITION
                + Math.floorMod(first.limiterKey().hashCode(), QUEUES_OF_PARTITION);
        BatchQueue queue = queues.get(number);
        if (queue == null) {
            queue = queues.computeIfAbsent(
                    number,
                    created ->
                            new BatchQueue(partition, store, observer, longest, new LateGrants(this::giveBack), nanos));
        }
        if (queue.isIdle()) {
            BatchQueue other = queues.get(number ^ 1);
            queue = other != null && other.isAnsweredSoon() ? other : queue;
        }
        if (!queue.ask(acquisition, callback).isDone()) {
            deadlines.setFor(acquisition.deadline());
        }
    }

    private @Nullable Deadline endThoseOver() {
        Deadline next = null;
        for (BatchQueue queue : queues.values()) {
            Deadline first = queue.endThoseOver();
            next = first == null ? next : first.sooner(next);
        }
        return next;
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return returns.add(settlements);
    }
}
