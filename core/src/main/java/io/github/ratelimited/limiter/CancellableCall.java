package io.github.ratelimited.limiter;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.Returnable;
import io.github.ratelimited.limits.LimitLevels;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a caller holds until its request is decided: there is one moment at which either the caller has the permits or
 * what ended it before (a cancel, a timeout, closing) gives them back. What the store grants after the deadline of its
 * request does not get here: it is one of the {@code LateGrants} of the batches.
 *
 * @param <T> type of the result
 */
abstract class CancellableCall<T> extends CompletableFuture<T> implements Returnable {

    final WaitRegistry waits;
    private final Executor executor;
    final PermitResult<T> result;

    /** What is granted and not delivered yet; the thread that takes it delivers it or gives it back. */
    private final AtomicReference<@Nullable Grant> granted = new AtomicReference<>();

    /** Written before the caller can have it. */
    private @Nullable Grant delivered;

    /** The thread that asks. Needs no lock, because it is only compared with the current thread. */
    private @Nullable Thread asking;

    /** Written by one step after the other. */
    private volatile boolean watched;

    /** Whether closing has ended the wait, of which the caller learns a moment later. */
    private volatile boolean ended;

    CancellableCall(WaitRegistry waits, Executor executor, PermitResult<T> result) {
        this.waits = waits;
        this.executor = executor;
        this.result = result;
    }

    /** From now on the caller's thread is asking, and what it learns meanwhile it learns there. */
    final void beginAsking() {
        asking = Thread.currentThread();
    }

    final void endAsking() {
        asking = null;
    }

    /** Keeps what is granted for the caller, who may have gone by then. */
    final void keep(Grant grant) {
        granted.set(grant);
        if (isOver()) {
            giveBack();
        }
    }

    /** {@return whether the caller, who holds one grant, now holds another, and nobody has given it back} */
    final boolean keep(Grant before, Grant after) {
        return granted.compareAndSet(before, after);
    }

    /** {@return whether the caller gets nothing any more} */
    final boolean isOver() {
        return ended || isDone();
    }

    /**
     * Ends the wait because the limiters are closed. The caller is told by {@link #failClosed()}; what needs the connection is
     * done now, because it may be closed by then.
     *
     * @return what is reserved and now has to be given back, together with the reservations of the others
     */
    final List<Reservation> end() {
        ended = true;
        attempt(this::endSleep);
        Grant grant = granted.getAndSet(null);
        return grant == null ? List.of() : grant.reservations();
    }

    /** Cancels the timer, and gives up the place in the queue, where there are such. */
    void endSleep() {}

    /** On the caller's executor, as the thread that closes must not wait for what follows. */
    final void failClosed() {
        attempt(() -> runElsewhere(() -> completeExceptionally(LimitLevels.closedDuringWait())));
    }

    /** Sees to it that nothing stays taken that the caller no longer wants. */
    final void releaseAtEnd() {
        if (!watched) {
            watched = true;
            whenComplete((value, failure) -> release());
        }
    }

    void release() {
        giveBack();
    }

    /** Gives back what is granted, unless the caller has it. */
    final void giveBack() {
        Grant left = granted.getAndSet(null);
        if (left != null) {
            waits.giveBack(left.reservations());
        }
    }

    /** Delivers what was decided; {@code atOnce} for a caller that does not wait for permits. */
    final void decide(Grant grant, List<Decision> decisions, boolean atOnce) {
        if (isOver()) {
            giveBack();
            return;
        }
        List<Decision> told = waits.observe(grant, decisions, atOnce);
        if (!told.get(0).allowed()) {
            reject(grant, told);
            return;
        }
        T value = result.of(grant, told);
        Grant mine = granted.getAndSet(null);
        delivered = mine;
        if (mine == null) {
            result.lost(value);
        } else if (!complete(value)) {
            takeBack(value);
        }
    }

    @Override
    public final void takeBack() {
        if (isDone() && !isCompletedExceptionally()) {
            takeBack(join());
        }
    }

    private synchronized void takeBack(T value) {
        Grant left = delivered;
        delivered = null;
        if (left != null) {
            waits.giveBack(left.reservations());
            result.lost(value);
        }
    }

    private void reject(Grant grant, List<Decision> decisions) {
        RuntimeException rejection = result.rejection(decisions);
        if (rejection != null) {
            completeExceptionally(rejection);
        } else {
            complete(result.of(grant, decisions));
        }
    }

    final void fail(@Nullable Throwable failure) {
        Throwable cause = Futures.cause(Objects.requireNonNull(failure));
        runForCaller(() -> completeExceptionally(cause));
    }

    /** Runs code of the caller: on the thread that is still asking, else on the caller's executor. */
    final void runForCaller(Runnable completion) {
        if (asking == Thread.currentThread()) {
            attempt(completion);
        } else {
            runElsewhere(completion);
        }
    }

    final void runElsewhere(Runnable completion) {
        if (executor == AnswerDelivery.DIRECT) {
            attempt(completion);
        } else {
            AnswerExecutor.run(executor, () -> attempt(completion));
        }
    }

    /** Goes on, or fails with what is thrown: on the timer's thread or the executor's no one else would complete the wait. */
    final void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error ex) {
            completeExceptionally(ex);
            giveBack();
        }
    }
}
