package io.github.ratelimited.batch;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A request in a {@link BatchQueue}, done with its answer or at its deadline. */
final class PendingRequest {

    private static final AtomicIntegerFieldUpdater<PendingRequest> DONE =
            AtomicIntegerFieldUpdater.newUpdater(PendingRequest.class, "done");

    final Acquisition acquisition;

    private final GrantCallback callback;

    /** 1 also where its caller learns by an exception that it was not sent. */
    volatile int done;

    /** What its callback has thrown twice. No other caller is to see it. */
    private @Nullable Throwable thrown;

    /** Written by the thread that decodes the answer, and then by the one that completes the batch. */
    private boolean claimed;

    PendingRequest(Acquisition acquisition, GrantCallback callback) {
        this.acquisition = acquisition;
        this.callback = callback;
    }

    boolean isDone() {
        return done != 0;
    }

    /** Ends it when its deadline has passed; returns whether it has ended. */
    boolean endWhenOver(long now) {
        if (!isDone() && acquisition.deadline().isOver(now)) {
            end();
        }
        return isDone();
    }

    /** Ends those whose deadline has passed; returns the next deadline of the others, or the given one if it is sooner. */
    static @Nullable Deadline endThoseOver(Iterable<PendingRequest> requests, @Nullable Deadline next) {
        Deadline first = next;
        long now = System.nanoTime();
        for (PendingRequest request : requests) {
            if (!request.endWhenOver(now)) {
                first = request.acquisition.deadline().sooner(first);
            }
        }
        return first;
    }

    /** Returns true once, for the thread that may complete it. */
    boolean claim() {
        boolean first = !claimed;
        claimed = true;
        return first;
    }

    void end() {
        if (!isDone()) {
            fail(new RateLimiterUnavailableException("The store did not answer in time", null));
        }
    }

    void fail(Throwable failure) {
        finish(null, failure);
    }

    /** Completes it; returns whether it was in time. */
    boolean complete(Grant grant) {
        return finish(grant, null);
    }

    private boolean finish(@Nullable Grant grant, @Nullable Throwable failure) {
        if (!DONE.compareAndSet(this, 0, 1)) {
            return false;
        }
        try {
            GrantCallback.answer(callback, grant, failure);
        } catch (RuntimeException | Error ex) {
            thrown = ex;
        }
        return true;
    }

    /** Throws what its callback has thrown, to the caller who is still asking. */
    void throwToCaller() {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
