package io.github.ratelimited.batch;

import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests that travel together, first come first served. A request is queued, then sent, then answered, and leaves each
 * of these once: one batch is in flight at a time, it is answered once, and a request completes once. A request that is
 * complete is not sent, and what is granted to it is given back. A batch whose answer can no longer come, or that a later
 * request has overtaken, counts as answered, so that the next one is sent. Safe for use by many threads.
 */
final class BatchQueue {

    /** Where all keys differ, so many requests with one demand each take Redis about a millisecond at most. */
    static final int MOST_DEMANDS = 128;

    /** In ns. Other requests do not wait longer for an answer. */
    private static final long SOON = 300_000;

    private static final int WEIGHT = 8;

    private static final AtomicIntegerFieldUpdater<BatchQueue> BUSY =
            AtomicIntegerFieldUpdater.newUpdater(BatchQueue.class, "busy");

    private final int partition;
    private final BulkStore store;
    private final LimiterObservers observer;
    private final Duration longest;
    private final Consumer<List<Reservation>> late;
    private final Queue<PendingRequest> queue = new ConcurrentLinkedQueue<>();
    private volatile int busy;
    private volatile @Nullable SentBatch inFlight;
    private final LongSupplier nanos;
    private volatile long sentAt;

    /** Mean in ns, to which an answer adds an eighth; long until it is known. */
    private volatile long answerTime = WEIGHT * SOON;

    /**
     * Makes a queue.
     *
     * @param partition of all requests
     * @param longest after it no answer to a batch comes any more
     * @param late receives what is granted to requests that are complete already
     * @param nanos clock for the time that answers take
     */
    BatchQueue(
            int partition,
            BulkStore store,
            LimiterObservers observer,
            Duration longest,
            Consumer<List<Reservation>> late,
            LongSupplier nanos) {
        this.partition = partition;
        this.store = store;
        this.observer = observer;
        this.longest = longest;
        this.late = late;
        this.nanos = nanos;
    }

    PendingRequest ask(Acquisition acquisition, GrantCallback callback) {
        PendingRequest request = new PendingRequest(acquisition, callback);
        SentBatch batch = inFlight;
        if (batch != null && batch.isOverdue()) {
            if (!store.hasAnsweredSince(partition, batch.due)) {
                request.end();
                return request;
            }
            // Else the deadlines of its requests would no longer find them.
            batch.end();
            sendNext(batch);
        }
        queue.add(request);
        send();
        return request;
    }

    boolean isIdle() {
        return busy == 0 && queue.isEmpty();
    }

    /**
     * Speeds up few threads: 32,900 calls a second instead of 23,800 in the row {@code distinct_keys_4_threads} of the
     * benchmark, because to wait for such an answer wakes fewer threads than another batch in flight.
     *
     * @return whether a batch is in flight whose answer comes soon
     */
    boolean isAnsweredSoon() {
        return busy != 0 && answerTime <= SOON && nanos.getAsLong() - sentAt <= SOON;
    }

    /**
     * Sends what is queued, unless a batch is in flight; its answer does it then. A sender whose stack overflows frees the
     * queue without a call, which would fail as well, and leaves its batch to the next sender.
     */
    private void send() {
        while (!queue.isEmpty() && BUSY.compareAndSet(this, 0, 1)) {
            SentBatch batch;
            CompletableFuture<List<BatchResult>> answer;
            try {
                batch = takeBatch();
                answer = batch.requests.isEmpty() ? nothing() : ask(batch);
                if (!answer.isDone()) {
                    answer.whenComplete((outcomes, failure) -> complete(batch, outcomes, failure));
                    batch.sent = true;
                    return;
                }
            } catch (Throwable ex) {
                busy = 0;
                throw ex;
            }
            inFlight = null;
            busy = 0;
            // Joined, because a stage hides that the stack overflowed in its callback.
            answer.handle((outcomes, failure) -> {
                        batch.answer(outcomes, failure);
                        return batch;
                    })
                    .join();
        }
    }

    /** Sends the next batch before it completes the requests of this one, so that Redis does not idle. */
    private void complete(SentBatch batch, @Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        try {
            sendNext(batch);
        } finally {
            batch.answer(outcomes, failure);
        }
    }

    private void sendNext(SentBatch batch) {
        long last = answerTime;
        long mean = last + (nanos.getAsLong() - sentAt - last) / WEIGHT;
        if (batch.markAnswered()) {
            answerTime = mean;
            inFlight = null;
            busy = 0;
            send();
        }
    }

    /** Marks requests as in flight before they leave the queue, so that their deadlines always find them. */
    private SentBatch takeBatch() {
        SentBatch left = inFlight;
        if (left != null) {
            left.end();
        }
        List<PendingRequest> requests = new ArrayList<>();
        int taken = 0;
        int demands = 0;
        long now = System.nanoTime();
        for (PendingRequest request : queue) {
            demands += request.acquisition.demands().size();
            if (taken > 0 && demands > MOST_DEMANDS) {
                break;
            }
            taken++;
            if (!request.endWhenOver(now)) {
                requests.add(request);
            }
        }
        SentBatch batch = new SentBatch(requests, Deadline.after(longest), late);
        inFlight = batch;
        sentAt = nanos.getAsLong();
        for (; taken > 0; taken--) {
            queue.remove();
        }
        return batch;
    }

    private CompletableFuture<List<BatchResult>> ask(SentBatch batch) {
        try {
            observer.sent(batch.requests.size());
            return store.acquireAll(partition, batch.acquisitions, outcomes -> completeEarly(batch, outcomes))
                    .toCompletableFuture();
        } catch (RuntimeException | Error ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private static CompletableFuture<List<BatchResult>> nothing() {
        return CompletableFuture.completedFuture(List.of());
    }

    /**
     * Speeds up one thread: 14,500 calls a second instead of 11,400 in the row {@code single_thread} of the benchmark.
     *
     * <p>Completes requests early while the queue is empty. A caller that asks again at once then finds the connection not
     * free, and leaves as soon as it is, on a connection and a thread that are awake.
     */
    private void completeEarly(SentBatch batch, List<BatchResult> outcomes) {
        if (queue.isEmpty()) {
            batch.answer(outcomes, null);
        }
    }

    /** Ends requests whose deadline has passed; returns the next deadline, or {@code null}. */
    @Nullable
    Deadline endThoseOver() {
        Deadline next = null;
        long now = System.nanoTime();
        for (PendingRequest request : queue) {
            next = sooner(next, request, now);
        }
        SentBatch batch = inFlight;
        if (batch != null) {
            for (PendingRequest request : batch.requests) {
                next = sooner(next, request, now);
            }
            Deadline lost = batch.lost();
            if (lost != null && lost.isOver(now)) {
                sendNext(batch);
            } else if (lost != null) {
                next = lost.sooner(next);
            }
        }
        return next;
    }

    private static @Nullable Deadline sooner(@Nullable Deadline next, PendingRequest request, long now) {
        return hasEnded(request, now) ? next : request.acquisition.deadline().sooner(next);
    }

    /** A callback that throws does not keep the others from their deadlines. */
    private static boolean hasEnded(PendingRequest request, long now) {
        try {
            return request.endWhenOver(now);
        } catch (RuntimeException | Error ex) {
            return true;
        }
    }
}
