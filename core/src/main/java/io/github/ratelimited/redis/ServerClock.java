package io.github.ratelimited.redis;

import io.github.ratelimited.store.Deadline;
import java.util.concurrent.TimeUnit;

/**
 * The server's clock as far as this process can tell: the time in the last quick reply, moved along by the monotonic
 * clock. Never behind the server's by more than its drift since then, ahead of it by at most the round trip of that
 * reply. Safe for use by many threads.
 */
final class ServerClock {

    private static final long SLOWEST_REPLY = TimeUnit.MILLISECONDS.toNanos(250);

    private record Reading(long serverMicros, long nanoTime) {}

    private volatile Reading reading = new Reading(0, 0);

    /** Takes over the time from a reply to what was sent at a moment of {@link System#nanoTime()}. */
    void read(long serverMicros, long sentAt) {
        if (System.nanoTime() - sentAt <= SLOWEST_REPLY) {
            reading = new Reading(serverMicros, sentAt);
        }
    }

    /** {@return the server's time at the deadline in microseconds since the epoch, 0 while it is not known} */
    long at(Deadline deadline) {
        Reading last = reading;
        return last.serverMicros == 0
                ? 0
                : last.serverMicros + TimeUnit.NANOSECONDS.toMicros(deadline.nanoTime() - last.nanoTime);
    }
}
