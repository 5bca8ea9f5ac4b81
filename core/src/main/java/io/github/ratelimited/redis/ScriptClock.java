package io.github.ratelimited.redis;

import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Micros;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What time it is where scripts run, as far as this process can tell. Safe for use by many threads.
 *
 * @param servers clocks of the servers
 * @param testClock what the scripts use instead of the server's clock, or {@code null}
 * @param own clock to go by as long as no server has told the time
 */
record ScriptClock(ServerClocks servers, @Nullable InstantSource testClock, InstantSource own) {

    static ScriptClock of(@Nullable InstantSource testClock) {
        return new ScriptClock(new ServerClocks(), testClock, testClock == null ? InstantSource.system() : testClock);
    }

    /** {@return the moment at which the deadline passes, 0 where nothing passes} */
    long at(int partition, Deadline deadline) {
        return testClock != null ? 0 : servers.at(partition, deadline);
    }

    /** {@return about what time it is, in microseconds since the epoch} */
    long now(int partition) {
        long told = at(partition, new Deadline(System.nanoTime(), null));
        return told > ServerClock.UNKNOWN ? told : Micros.clock(own).getAsLong();
    }

    /** Takes over the time from a reply to what was sent at a moment of {@link System#nanoTime()}. */
    void read(int partition, long serverMicros, long sentAt) {
        servers.read(partition, serverMicros, sentAt);
    }

    /**
     * What the arguments of every script begin with.
     *
     * @param notAfter moment on the server's clock after which it does nothing, 0 for none
     */
    long[] header(long notAfter) {
        long now = testClock == null ? 0 : Micros.clock(testClock).getAsLong();
        return new long[] {now, notAfter};
    }
}
