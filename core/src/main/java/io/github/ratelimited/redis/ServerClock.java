package io.github.ratelimited.redis;

import io.github.ratelimited.store.Deadline;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server's clock as far as this process knows: the time in the last quick reply, moved along by the monotonic
 * clock. Never behind the server's by more than its drift since then, ahead of it by at most the round trip of that
 * reply. Safe for use by many threads.
 */
final class ServerClock {

    /** A moment that has passed on any server: what must not run later runs not at all, and returns the time. */
    static final long UNKNOWN = 1;

    private static final long SLOWEST_REPLY = TimeUnit.MILLISECONDS.toNanos(250);

    /** Clocks drift apart by far less than a thousandth of the time. */
    private static final int DRIFT = 1000;

    private record Reading(long serverMicros, long nanoTime) {

        long at(long moment) {
            return serverMicros + TimeUnit.NANOSECONDS.toMicros(moment - nanoTime);
        }
    }

    private volatile @Nullable Reading reading;

    /** Reads the time from a reply to what was sent at a moment of {@link System#nanoTime()}. */
    void read(long serverMicros, long sentAt) {
        Reading last = reading;
        long receivedAt = System.nanoTime();
        if (last != null && serverMicros > last.at(receivedAt)) {
            // However slow the reply was: the server's clock is ahead of what was thought by now.
            reading = new Reading(serverMicros, receivedAt);
        } else if (last == null || receivedAt - sentAt <= SLOWEST_REPLY + (sentAt - last.nanoTime) / DRIFT) {
            reading = new Reading(serverMicros, sentAt);
        }
    }

    boolean isKnown() {
        return reading != null;
    }

    /** {@return the server's time at the deadline in microseconds since the epoch, long past while it is not known} */
    long at(Deadline deadline) {
        Reading last = reading;
        return last == null
                ? UNKNOWN
                : last.serverMicros + TimeUnit.NANOSECONDS.toMicros(deadline.nanoTime() - last.nanoTime);
    }
}
