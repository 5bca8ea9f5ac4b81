package io.github.ratelimited.batch;

import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Reservation;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Permits on their way back to a store, which other connections than those of requests may carry. They travel together,
 * and only so many at a time, so that requests find the store free even when thousands are given back at once: what comes
 * while others of the partition are on the way is sent next, the newest first, because giving back the end of a queue
 * frees it and giving back its middle does not. Safe for use by many threads.
 */
final class PendingReturns {

    /** They take Redis about a millisecond. */
    static final int MOST_ON_THE_WAY = 200;

    private final ToIntFunction<Demand> partitions;
    private final Function<List<Reservation>, CompletionStage<Void>> store;
    private final Map<LimiterKey, ReturnsOfKey> latest = new ConcurrentHashMap<>();
    private final Map<Integer, ReturnQueue> queues = new HashMap<>();
    private final Queue<ReturnQueue> ready = new ArrayDeque<>();
    private int onTheWay;

    /**
     * Makes an empty one.
     *
     * @param partitions where permits go back, by demand; what goes to one partition can travel together
     * @param store takes at most {@value #MOST_ON_THE_WAY} reservations of one partition
     */
    PendingReturns(ToIntFunction<Demand> partitions, Function<List<Reservation>, CompletionStage<Void>> store) {
        this.partitions = partitions;
        this.store = store;
    }

    /** Sends reservations back; {@return what is complete when they are there or given up} */
    CompletableFuture<Void> add(List<Reservation> reservations) {
        Set<CompletableFuture<Void>> done = new LinkedHashSet<>();
        synchronized (this) {
            for (Reservation reservation : reservations) {
                ReturnQueue queue =
                        queues.computeIfAbsent(partitions.applyAsInt(reservation.demand()), ReturnQueue::new);
                if (queue.isIdle()) {
                    ready.add(queue);
                }
                ReturnsOfKey ofKey = queue.add(reservation);
                latest.put(reservation.demand().limiterKey(), ofKey);
                done.add(ofKey.done());
            }
        }
        send();
        return CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
    }

    /** {@return what is done when all that goes back to these by now is there or given up; none when nothing does} */
    @Nullable
    CompletableFuture<?> to(List<Demand> demands) {
        if (latest.isEmpty()) {
            return null;
        }
        CompletableFuture<?>[] returns = demands.stream()
                .map(demand -> latest.get(demand.limiterKey()))
                .filter(Objects::nonNull)
                .map(ReturnsOfKey::done)
                .toArray(CompletableFuture[]::new);
        return returns.length == 0 ? null : CompletableFuture.allOf(returns);
    }

    private void send() {
        for (ReturnQueue queue = next(); queue != null; queue = next()) {
            ReturnQueue sent = queue;
            CompletableFuture<Void> answer = ask(sent.onTheWay());
            if (answer.isDone()) {
                arrived(sent, answer.isCompletedExceptionally());
            } else {
                answer.whenComplete((done, failure) -> {
                    arrived(sent, failure != null);
                    send();
                });
            }
        }
    }

    private synchronized @Nullable ReturnQueue next() {
        ReturnQueue queue = onTheWay < MOST_ON_THE_WAY ? ready.poll() : null;
        if (queue != null) {
            onTheWay += queue.take(MOST_ON_THE_WAY - onTheWay);
        }
        return queue;
    }

    private CompletableFuture<Void> ask(List<Reservation> reservations) {
        try {
            return store.apply(reservations).toCompletableFuture();
        } catch (RuntimeException | Error ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private void arrived(ReturnQueue queue, boolean failed) {
        Collection<ReturnsOfKey> over;
        synchronized (this) {
            onTheWay -= queue.onTheWay().size();
            over = queue.arrived(failed);
            if (queue.isIdle()) {
                queues.remove(queue.partition());
            } else {
                ready.add(queue);
            }
            over.forEach(ofKey -> latest.remove(ofKey.limiterKey(), ofKey));
        }
        over.forEach(ofKey -> ofKey.done().complete(null));
    }
}
