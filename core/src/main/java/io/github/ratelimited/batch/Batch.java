package io.github.ratelimited.batch;

import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.WakeupChain;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a {@link BatchQueue} that go to the store together, and how many it takes from there. Their answer
 * completes them whenever it arrives; what it grants to those that are complete by then goes back.
 */
final class Batch implements BatchListener {

    /** Where all keys differ, so many requests with one demand each take Redis about a millisecond at most. */
    static final int MOST_DEMANDS = 128;

    final List<PendingRequest> requests;
    final List<Acquisition> acquisitions;

    /** How many it has taken from the queue, with those that nobody waits for. */
    final int taken;

    /** After it a request would only wait in vain behind the batch, whose callers have given up already. */
    private final Deadline due;

    /** When it was made, by the clock of the queue. */
    final long begun;

    private final Deadline longest;
    private final BatchQueue queue;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Whether it is in flight. Written last by the sender. */
    volatile boolean sent;

    /** What its sender met half way. */
    volatile @Nullable Throwable broken;

    private Batch(List<PendingRequest> requests, int taken, long begun, Deadline longest, BatchQueue queue) {
        this.begun = begun;
        this.requests = requests;
        this.taken = taken;
        this.acquisitions =
                requests.stream().map(request -> request.acquisition).toList();
        this.due = requests.isEmpty() ? longest : Acquisition.lastDeadline(acquisitions);
        this.longest = longest;
        this.queue = queue;
    }

    /**
     * Makes a batch of the first requests of a queue, which stay there. Those that nobody waits for any more are not sent.
     *
     * @param begun now, by the clock of the queue
     * @param longest when no answer comes any more
     */
    static Batch ofNext(BatchQueue queue, Iterable<PendingRequest> queued, long begun, Deadline longest) {
        List<PendingRequest> requests = new ArrayList<>();
        int taken = 0;
        int demands = 0;
        long now = System.nanoTime();
        for (PendingRequest request : queued) {
            demands += request.acquisition.demands().size();
            if (taken > 0 && demands > MOST_DEMANDS) {
                break;
            }
            taken++;
            if (!request.endWhenOver(now)) {
                requests.add(request);
            }
        }
        return new Batch(requests, taken, begun, longest, queue);
    }

    /** Ends those of its requests that have no answer. */
    void end() {
        requests.forEach(PendingRequest::end);
    }

    /** Fails those of its requests that have no answer. What is granted to them after all goes back. */
    void fail(Throwable failure) {
        requests.forEach(request -> request.fail(failure));
    }

    /** When it counts as lost, {@code null} when it is not in flight. */
    @Nullable
    Deadline longest() {
        return sent ? longest : null;
    }

    /** Returns whether it is in flight, and nobody waits for its answer any more. */
    boolean isOverdue() {
        return sent && due.nanosLeft() <= 0;
    }

    /** Returns true once, when another batch may be sent. */
    boolean markAnswered() {
        return answered.compareAndSet(false, true);
    }

    @Override
    public void early(List<BatchResult> results) {
        queue.completeEarly(this, results);
    }

    @Override
    public void lost() {
        // Their deadlines no longer find them.
        end();
        queue.sendNext(this);
    }

    /** Whatever is thrown meanwhile, none of its requests stays open. */
    void answer(@Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        try {
            WakeupChain.answer(() -> completeAll(outcomes, failure));
        } finally {
            end();
        }
    }

    private void completeAll(@Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        Throwable thrown = null;
        for (int i = 0; i < requests.size(); i++) {
            PendingRequest request = requests.get(i);
            if (request.claim()) {
                try {
                    complete(request, outcomes == null ? null : outcomes.get(i), failure);
                } catch (RuntimeException | Error ex) {
                    thrown = ex;
                }
            }
        }
        if (thrown != null) {
            throw new CompletionException(thrown);
        }
    }

    private void complete(PendingRequest request, @Nullable BatchResult outcome, @Nullable Throwable failure) {
        if (outcome == null) {
            request.fail(Futures.cause(Objects.requireNonNull(failure)));
        } else if (outcome.grant() == null) {
            request.fail(Objects.requireNonNull(outcome.failure()));
        } else if (!request.complete(outcome.grant())) {
            queue.late.giveBack(outcome.grant());
        }
    }
}
