package io.github.ratelimited.batch;

import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.WakeupChain;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Reservation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A batch of a {@link BatchQueue} in flight. Its answer completes its requests whenever it arrives; what it grants to those
 * that are complete by then goes back.
 */
final class SentBatch {

    final List<PendingRequest> requests;
    final List<Acquisition> acquisitions;

    /** After it a request would only wait in vain behind the batch, whose callers have given up already. */
    final Deadline due;

    private final Deadline lost;
    private final Consumer<List<Reservation>> late;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Written last by the sender, without a call: a batch whose sender's stack has overflowed does not count as in flight. */
    volatile boolean sent;

    /**
     * Records a batch that is about to be sent.
     *
     * @param lost when no answer comes any more
     * @param late receives what is granted to requests that are complete already
     */
    SentBatch(List<PendingRequest> requests, Deadline lost, Consumer<List<Reservation>> late) {
        this.requests = requests;
        this.acquisitions =
                requests.stream().map(request -> request.acquisition).toList();
        this.due = requests.isEmpty() ? lost : Acquisition.lastDeadline(acquisitions);
        this.lost = lost;
        this.late = late;
    }

    /** Ends all of its requests; without what would have to be linked where the stack has ended. */
    void end() {
        for (PendingRequest request : requests) {
            request.end();
        }
    }

    /** When it counts as lost, {@code null} when it is not in flight. */
    @Nullable
    Deadline lost() {
        return sent ? lost : null;
    }

    /** Returns whether it is in flight, and nobody waits for its answer any more. */
    boolean isOverdue() {
        return sent && due.nanosLeft() <= 0;
    }

    /** Returns true once, when another batch may be sent. */
    boolean markAnswered() {
        return answered.compareAndSet(false, true);
    }

    void answer(@Nullable List<BatchResult> outcomes, @Nullable Throwable failure) {
        WakeupChain.answer(() -> completeAll(outcomes, failure));
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
        } else if (!request.complete(outcome.grant())
                && !outcome.grant().reservations().isEmpty()) {
            late.accept(outcome.grant().reservations());
        }
    }
}
