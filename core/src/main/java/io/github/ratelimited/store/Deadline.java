package io.github.ratelimited.store;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
     * {@return the moment that lies so far ahead}
     *
     * @param duration time from now, at most 292 years
     */
    public static Deadline after(Duration duration) {
        return after(duration, null);
    }

    /**
     * {@return the moment that lies so far ahead, for a caller that may give up before}
     *
     * @param duration time from now, at most 292 years
     */
    public static Deadline after(Duration duration, @Nullable Future<?> caller) {
        return new Deadline(System.nanoTime() + TimeUnit.NANOSECONDS.convert(duration), caller);
    }

    /** {@return nanoseconds that are left, negative when the moment has passed} */
    public long nanosLeft() {
        return nanoTime - System.nanoTime();
    }

    /** {@return whether the moment has passed or the caller has given up} */
    public boolean isOver() {
        return isOver(System.nanoTime());
    }

    public boolean isOver(long now) {
        return caller != null && caller.isDone() || nanoTime - now <= 0;
    }

    /** {@return the one of two that comes first, this where there is no other} */
    public Deadline sooner(@Nullable Deadline other) {
        return other == null || isBefore(other) ? this : other;
    }

    /** {@return whether this moment lies before another} */
    public boolean isBefore(Deadline other) {
        return nanoTime - other.nanoTime < 0;
    }
}
