package io.github.ratelimited.store;

import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Until when a caller waits for a store's answer: a moment on this process's monotonic clock, or sooner, when the caller
 * has given up.
 *
 * @param nanoTime moment of {@link System#nanoTime()}
 * @param caller done when the caller no longer waits, {@code null} for one that waits until the moment
 */
public record Deadline(long nanoTime, @Nullable Future<?> caller) {

    /**
     * The moment that lies so far ahead.
     *
     * @param duration time from now, at most 292 years
     * @return the moment
     */
    public static Deadline after(Duration duration) {
        return after(duration, null);
    }

    /**
     * The moment that lies so far ahead, for a caller that may give up before.
     *
     * @param duration time from now, at most 292 years
     * @param caller done when the caller no longer waits, {@code null} for one that waits until the moment
     * @return the moment
     */
    public static Deadline after(Duration duration, @Nullable Future<?> caller) {
        return new Deadline(System.nanoTime() + duration.toNanos(), caller);
    }

    /**
     * Time left.
     *
     * @return nanoseconds, negative when the moment has passed
     */
    public long nanosLeft() {
        return nanoTime - System.nanoTime();
    }

    /**
     * Whether the caller no longer waits for the answer.
     *
     * @return true when the moment has passed or the caller has given up
     */
    public boolean isOver() {
        return isOver(System.nanoTime());
    }

    public boolean isOver(long now) {
        return caller != null && caller.isDone() || nanoTime - now <= 0;
    }

    /**
     * Which of two comes first.
     *
     * @param other another deadline of this process
     * @return true when this moment lies before the other
     */
    public boolean isBefore(Deadline other) {
        return nanoTime - other.nanoTime < 0;
    }
}
