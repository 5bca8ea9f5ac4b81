package io.github.ratelimited.store;

import java.time.Duration;

/**
 * A moment on this process's monotonic clock.
 *
 * @param nanoTime moment as {@link System#nanoTime()} tells it
 */
public record Deadline(long nanoTime) {

    /**
     * The moment that lies so far ahead.
     *
     * @param duration time from now, at most 292 years
     * @return the moment
     */
    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /**
     * Time left.
     *
     * @return nanoseconds, negative when the moment has passed
     */
    public long nanosLeft() {
        return nanoTime - System.nanoTime();
    }
}
