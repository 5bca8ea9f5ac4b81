package io.github.ratelimited.batch;

import io.github.ratelimited.batch.SettlementQueue.PendingSettlement;
import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What calls really used, on its way to a store: permits that go back, and those that are charged, maybe on other connections
 * than those of requests. They travel together, and only so many at a time, so that requests find the store free even when
 * thousands are given back at once: what comes while others of the partition are in flight is sent next, the newest first,
 * because giving back the end of a queue frees it and giving back its middle does not. What the store certainly has not
 * counted is sent again later. Safe for use by many threads.
 */
final class SettlementBatcher {

    /** They take Redis about a millisecond. */
    static final int MOST_IN_FLIGHT = 200;

    /** What goes back last to each. */
    final Map<LimiterKey, SettlementQueue.OfKey> latest = new ConcurrentHashMap<>();

    private final ToIntFunction<Demand> partitions;
    private final Function<List<Settlement>, CompletionStage<List<Double>>> store;
    private final Map<Integer, SettlementQueue> queues = new HashMap<>();
    private final Queue<SettlementQueue> ready = new ArrayDeque<>();
    private final SettlementRetry uncounted;
    private int inFlight;

    /**
     * Makes an empty one.
     *
     * @param partitions where permits go back, by demand; what goes to one partition can travel together
     * @param store takes at most {@value #MOST_IN_FLIGHT} settlements of one partition
     */
    SettlementBatcher(
            ToIntFunction<Demand> partitions, Function<List<Settlement>, CompletionStage<List<Double>>> store) {
        this(partitions, store, nanos -> task -> Deadlines.after(nanos, task));
    }

    /**
     * Makes an empty one that waits elsewhere.
     *
     * @param timers what runs something after so many nanoseconds
     */
    SettlementBatcher(
            ToIntFunction<Demand> partitions,
            Function<List<Settlement>, CompletionStage<List<Double>>> store,
            LongFunction<Executor> timers) {
        this.partitions = partitions;
        this.store = store;
        this.uncounted = new SettlementRetry(this::sendAgain, timers);
    }

    /** Sends settlements; returns how many permits they have changed, or a failure when that is not known. */
    CompletableFuture<Double> add(List<Settlement> settlements) {
        CurrentThread.requireStack();
        CompletableFuture<Double> all = CompletableFuture.completedFuture(0.0);
        synchronized (this) {
            for (Settlement settlement : settlements) {
                PendingSettlement pending = queue(settlement, new CompletableFuture<>(), 0);
                all = settlements.size() == 1 ? pending.changed() : all.thenCombine(pending.changed(), Double::sum);
            }
        }
        send();
        return all;
    }

    private PendingSettlement queue(Settlement settlement, CompletableFuture<Double> changed, int repeats) {
        SettlementQueue queue =
                queues.computeIfAbsent(partitions.applyAsInt(settlement.demand()), SettlementQueue::new);
        if (queue.isIdle()) {
            ready.add(queue);
        }
        PendingSettlement pending = queue.add(settlement, changed, repeats);
        latest.put(settlement.demand().limiterKey(), pending.ofKey());
        return pending;
    }

    private void sendAgain(List<PendingSettlement> settlements) {
        synchronized (this) {
            settlements.forEach(pending -> queue(pending.settlement(), pending.changed(), pending.repeats() + 1));
        }
        send();
    }

    /** {@return what is done when all that goes back to these by now is there or given up; none when nothing does} */
    @Nullable
    CompletableFuture<?> to(List<Demand> demands) {
        CompletableFuture<?>[] returns = demands.stream()
                .map(demand -> latest.get(demand.limiterKey()))
                .filter(Objects::nonNull)
                .map(ofKey -> ofKey.done)
                .toArray(CompletableFuture[]::new);
        return returns.length == 0 ? null : CompletableFuture.allOf(returns);
    }

    private void send() {
        for (SettlementQueue queue = next(); queue != null; queue = next()) {
            SettlementQueue sent = queue;
            CompletableFuture<List<Double>> answer = Futures.ask(() -> store.apply(
                    sent.inFlight().stream().map(PendingSettlement::settlement).toList()));
            if (answer.isDone()) {
                answer.whenComplete((changed, failure) -> arrived(sent, changed));
            } else {
                answer.whenComplete((changed, failure) -> {
                    arrived(sent, changed);
                    send();
                });
            }
        }
    }

    private synchronized @Nullable SettlementQueue next() {
        SettlementQueue queue = inFlight < MOST_IN_FLIGHT ? ready.poll() : null;
        if (queue != null) {
            inFlight += queue.take(MOST_IN_FLIGHT - inFlight);
        }
        return queue;
    }

    private void arrived(SettlementQueue queue, @Nullable List<Double> changed) {
        List<PendingSettlement> sent = queue.inFlight();
        List<PendingSettlement> dropped;
        List<SettlementQueue.OfKey> over;
        synchronized (this) {
            inFlight -= sent.size();
            dropped = queue.arrived(changed == null || changed.stream().allMatch(permits -> permits.isNaN()));
            over = queue.over(dropped);
            if (queue.isIdle()) {
                queues.remove(queue.partition());
            } else {
                ready.add(queue);
            }
            over.forEach(ofKey -> latest.remove(ofKey.limiterKey, ofKey));
        }
        over.forEach(ofKey -> ofKey.done.complete(null));
        List<PendingSettlement> notCounted = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            double permits = changed == null ? Double.NaN : changed.get(i);
            if (permits == BulkStore.NOT_COUNTED) {
                notCounted.add(sent.get(i));
            } else {
                sent.get(i).end(permits);
            }
        }
        uncounted.add(notCounted);
        dropped.forEach(pending -> pending.end(Double.NaN));
    }
}
