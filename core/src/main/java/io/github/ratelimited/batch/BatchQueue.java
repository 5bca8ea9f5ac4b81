package io.github.ratelimited.batch;

import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.GrantCallback;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests that travel together, first come first served. A request is queued, then sent, then answered, and leaves each
 * of these once: one batch is in flight at a time, it is answered once, and a request completes once. A request that is
 * complete is not sent, and what is granted to it is given back. A batch whose answer is no longer waited for counts as
 * answered, so that the next one is sent. What a callback throws reaches its own caller alone. Safe for use by many threads.
 */
final class BatchQueue {

    /** In ns. Other requests do not wait longer for an answer. */
    private static final long SOON = 300_000;

    private static final int WEIGHT = 8;

    private static final AtomicIntegerFieldUpdater<BatchQueue> BUSY =
            AtomicIntegerFieldUpdater.newUpdater(BatchQueue.class, "busy");

    private final int partition;
    private final BulkStore store;
    private final LimiterObservers observer;
    private final Duration longest;
    final LateGrants late;
    private final Queue<PendingRequest> queue = new ConcurrentLinkedQueue<>();
    private volatile int busy;
    private volatile @Nullable Batch inFlight;
    private final LongSupplier nanos;

    /** Mean in ns, to which an answer adds an eighth; long until it is known. */
    private volatile long answerTime = WEIGHT * SOON;

    /**
     * Makes a queue.
     *
     * @param longest after it no answer to a batch comes any more
     * @param late what is granted to requests that are complete already
     * @param nanos clock for the time that answers take
     */
    BatchQueue(
            int partition,
            BulkStore store,
            LimiterObservers observer,
            Duration longest,
            LateGrants late,
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
        Batch batch = inFlight;
        if (batch != null && batch.isOverdue()) {
            request.end();
        } else {
            clearBroken(batch);
            queue.add(request);
            try {
                send(request);
            } catch (Throwable ex) {
                // Without a call, which could fail where the stack has ended.
                request.done = 1;
                throw ex;
            }
        }
        request.throwToCaller();
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
        Batch batch = inFlight;
        return batch != null && answerTime <= SOON && nanos.getAsLong() - batch.begun <= SOON;
    }

    /**
     * Sends what is queued, unless a batch is in flight; its answer does it then.
     *
     * @param own the request of the current thread. It is told when its stack ends; others would not be, so it is asked for room
     *     where others are sent along, which takes 2 us
     */
    private void send(@Nullable PendingRequest own) {
        while (busy == 0 && !queue.isEmpty()) {
            if (queue.peek() != own) {
                CurrentThread.requireStack();
            }
            if (isSent()) {
                return;
            }
        }
    }

    /**
     * Sends a batch unless another is in flight. Where the stack ends there is none left for a call, so what it has done half way
     * is marked without one.
     *
     * @return false when its answer is there already, or that of another, and the next one may be sent
     */
    private boolean isSent() {
        boolean free = false;
        Batch batch = null;
        try {
            free = BUSY.compareAndSet(this, 0, 1);
            if (!free) {
                return false;
            }
            batch = takeBatch();
            return isInFlight(batch);
        } catch (Throwable ex) {
            if (!free) {
                throw ex;
            }
            Batch left = batch == null ? inFlight : batch;
            if (left == null) {
                busy = 0;
                throw ex;
            }
            left.broken = ex;
            clearBroken(left);
            return false;
        }
    }

    private boolean isInFlight(Batch batch) {
        CompletableFuture<List<BatchResult>> answer = CompletableFuture.completedFuture(List.of());
        if (!batch.requests.isEmpty()) {
            observer.sent(batch.requests.size());
            answer = store.acquireAll(partition, batch.acquisitions, batch).toCompletableFuture();
        }
        if (!answer.isDone()) {
            answer.whenComplete((outcomes, failure) -> complete(batch, outcomes, failure));
            batch.sent = true;
            return true;
        }
        free(batch);
        answer.whenComplete(batch::answer);
        return false;
    }

    /** Fails a batch that was left half way. Where the stack has ended, who asks next does it, or the next deadline. */
    private void clearBroken(@Nullable Batch batch) {
        if (batch != null && batch.broken != null) {
            free(batch);
            batch.fail(batch.broken);
        }
    }

    /** Lets the next batch be sent; returns whether this one kept it from that. */
    private boolean free(Batch batch) {
        boolean first = batch.markAnswered();
        if (first) {
            inFlight = null;
            busy = 0;
        }
        return first;
    }

    /** Sends the next batch before it completes the requests of this one, so that Redis does not idle. */
    private void complete(Batch batch, @Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        try {
            sendNext(batch);
        } finally {
            batch.answer(outcomes, failure);
        }
    }

    /** Sends the next batch after one that is answered, or not waited for. */
    void sendNext(Batch batch) {
        long mean = answerTime + (nanos.getAsLong() - batch.begun - answerTime) / WEIGHT;
        if (free(batch)) {
            answerTime = mean;
            send(null);
        }
    }

    /** Marks requests as in flight before they leave the queue, so that their deadlines always find them. */
    private Batch takeBatch() {
        Batch batch = Batch.ofNext(this, queue, nanos.getAsLong(), Deadline.after(longest));
        inFlight = batch;
        for (int i = 0; i < batch.taken; i++) {
            queue.remove();
        }
        return batch;
    }

    /**
     * Speeds up one thread: 14,500 calls a second instead of 11,400 in the row {@code single_thread} of the benchmark.
     *
     * <p>Completes requests early while the queue is empty. A caller that asks again at once then finds the connection not
     * free, and leaves as soon as it is, on a connection and a thread that are awake.
     */
    void completeEarly(Batch batch, List<BatchResult> outcomes) {
        if (queue.isEmpty()) {
            batch.answer(outcomes, null);
        }
    }

    /** Ends requests whose deadline has passed; returns the next deadline, or {@code null}. */
    @Nullable
    Deadline endThoseOver() {
        Deadline next = PendingRequest.endThoseOver(queue, null);
        Batch batch = inFlight;
        clearBroken(batch);
        if (batch != null) {
            next = PendingRequest.endThoseOver(batch.requests, next);
            Deadline latest = batch.longest();
            if (latest != null && latest.isOver()) {
                sendNext(batch);
            } else if (latest != null) {
                next = latest.sooner(next);
            }
        }
        send(null);
        return next;
    }
}
