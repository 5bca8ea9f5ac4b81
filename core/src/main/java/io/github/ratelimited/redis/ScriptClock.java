package io.github.ratelimited.redis;

import io.github.ratelimited.store.Deadline;
import io.github.ratelimited.store.Micros;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What time it is where scripts run, as far as this process knows: a test's clock, or those of the masters of a cluster,
 * which need not agree. Neighbouring slots share a clock, as they mostly have one master. Slots that were not asked yet go
 * by the clock that was read last, which is at worst too late and is then put right by the answer. Safe for use by many
 * threads.
 */
final class ScriptClock {

    private static final int SLOTS_OF_ONE = 64;
    private static final int MOST = 256;

    private final @Nullable InstantSource testClock;
    private final InstantSource own;
    private final List<ServerClock> servers =
            Stream.generate(ServerClock::new).limit(MOST).toList();
    private volatile ServerClock last = servers.get(0);

    ScriptClock(@Nullable InstantSource testClock) {
        this(testClock, testClock == null ? InstantSource.system() : testClock);
    }

    /**
     * Makes a clock without readings.
     *
     * @param testClock what the scripts use instead of the server's clock, or {@code null}
     * @param own clock to go by as long as no server has returned its time
     */
    ScriptClock(@Nullable InstantSource testClock, InstantSource own) {
        this.testClock = testClock;
        this.own = own;
    }

    /** {@return the moment at which the deadline passes on the master of a slot, 0 where nothing passes} */
    long at(int slot, Deadline deadline) {
        if (testClock != null) {
            return 0;
        }
        ServerClock clock = server(slot);
        return (clock.isKnown() ? clock : last).at(deadline);
    }

    /** {@return about what time it is, in microseconds since the epoch} */
    long now(int slot) {
        long serverTime = at(slot, new Deadline(System.nanoTime(), null));
        return serverTime > ServerClock.UNKNOWN ? serverTime : Micros.clock(own).getAsLong();
    }

    /** Reads the time from a reply of the master of a slot, as {@link ServerClock#read} does. */
    void read(int slot, long serverMicros, long sentAt) {
        ServerClock clock = server(slot);
        clock.read(serverMicros, sentAt);
        last = clock;
    }

    private ServerClock server(int slot) {
        return servers.get(slot / SLOTS_OF_ONE % MOST);
    }

    /**
     * What the arguments of every script begin with: by a test's clock its time below zero, for which nothing is too late.
     *
     * @param notAfter moment on the server's clock after which it does nothing, 0 for none
     */
    long header(long notAfter) {
        return testClock == null ? notAfter : -Micros.clock(testClock).getAsLong();
    }

    /**
     * The server's clock as far as this process knows: the time in the last quick reply, moved along by the monotonic
     * clock. Never behind the server's by more than its drift since then, ahead of it by at most the round trip of that
     * reply. Safe for use by many threads.
     */
    static final class ServerClock {

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
}
