package io.github.ratelimited.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One alarm for many deadlines, because one for each costs more than most of the way to Redis. Safe for use by many
 * threads.
 */
final class Alarm {

    private final Supplier<@Nullable Deadline> check;
    private final AtomicReference<@Nullable Deadline> next = new AtomicReference<>();

    /**
     * Makes an alarm that is not set.
     *
     * @param check ends what is over and tells the next deadline, or {@code null} when there is none
     */
    Alarm(Supplier<@Nullable Deadline> check) {
        this.check = check;
    }

    /** Sees to it that the check runs when the deadline is reached. */
    void setFor(Deadline deadline) {
        Deadline known = next.get();
        while (known == null || deadline.isBefore(known)) {
            if (next.compareAndSet(known, deadline)) {
                CompletableFuture.delayedExecutor(
                                Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS, Runnable::run)
                        .execute(() -> ring(deadline));
                return;
            }
            known = next.get();
        }
    }

    private void ring(Deadline reached) {
        if (!next.compareAndSet(reached, null)) {
            return;
        }
        Deadline following = check.get();
        if (following != null) {
            setFor(following);
        }
    }
}
