package io.github.ratelimited.internal;

import io.github.ratelimited.store.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One alarm for many deadlines, because one for each costs more than most of the way to Redis. Safe for use by many
 * threads.
 */
public final class DeadlineTimer {

    private static final AtomicReferenceFieldUpdater<DeadlineTimer, @Nullable Deadline> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(DeadlineTimer.class, Deadline.class, "next");

    private final Supplier<@Nullable Deadline> check;
    private final LongFunction<Executor> timers;
    private volatile @Nullable Deadline next;

    /**
     * Makes an alarm that is not set.
     *
     * @param check ends what is over and tells the next deadline, or {@code null} when there is none
     */
    public DeadlineTimer(Supplier<@Nullable Deadline> check) {
        this(check, nanos -> CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run));
    }

    /**
     * Makes an alarm with a timer of its own.
     *
     * @param timers what runs something after so many nanoseconds
     */
    public DeadlineTimer(Supplier<@Nullable Deadline> check, LongFunction<Executor> timers) {
        this.check = check;
        this.timers = timers;
    }

    /** Sees to it that the check runs when the deadline is reached. */
    public void setFor(Deadline deadline) {
        Deadline known = next;
        while (known == null || deadline.isBefore(known)) {
            if (NEXT.compareAndSet(this, known, deadline)) {
                try {
                    timers.apply(Math.max(0, deadline.nanosLeft())).execute(() -> ring(deadline));
                } catch (Throwable ex) {
                    // Without a call, which would fail where the stack has overflowed.
                    next = known;
                    throw ex;
                }
                return;
            }
            known = next;
        }
    }

    private void ring(Deadline reached) {
        if (!NEXT.compareAndSet(this, reached, null)) {
            return;
        }
        Deadline following = check.get();
        if (following != null) {
            setFor(following);
        }
    }
}
