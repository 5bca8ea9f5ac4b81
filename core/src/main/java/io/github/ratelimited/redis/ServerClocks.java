package io.github.ratelimited.redis;

import io.github.ratelimited.store.Deadline;
import java.util.List;
import java.util.stream.Stream;

/**
 * The clocks of the masters of a cluster, which need not agree. Neighbouring slots share one, as they mostly have one
 * master. Slots that nobody has asked yet go by the clock that was read last, which is at worst too late and is then
 * put right by the answer. Safe for use by many threads.
 */
final class ServerClocks {

    private static final int SLOTS_OF_ONE = 64;
    private static final int MOST = 256;

    private final List<ServerClock> clocks =
            Stream.generate(ServerClock::new).limit(MOST).toList();
    private volatile ServerClock last = clocks.get(0);

    /** Takes over the time from a reply of the master of a slot, as {@link ServerClock#read} does. */
    void read(int slot, long serverMicros, long sentAt) {
        ServerClock clock = clock(slot);
        clock.read(serverMicros, sentAt);
        if (last != clock) {
            last = clock;
        }
    }

    /** {@return the time of the master of a slot, as {@link ServerClock#at} tells it} */
    long at(int slot, Deadline deadline) {
        ServerClock clock = clock(slot);
        return (clock.isKnown() ? clock : last).at(deadline);
    }

    private ServerClock clock(int slot) {
        return clocks.get(slot / SLOTS_OF_ONE % MOST);
    }
}
