package io.github.ratelimited.redis;

import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Settlement;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Notes when Redis counted permits of calls and of leases, when they went back, and when they were used. */
final class LeaseLog implements LimiterStore {

    /** A kind of event: a letter, so that another process can print it. */
    static final char CALL = 'c';

    static final char LEASE = 'l';
    static final char BACK = 'b';
    static final char USE = 'u';

    /**
     * Something that happened.
     *
     * @param kind what
     * @param counted when Redis counted the permits
     * @param at when it happened
     * @param permits how many
     */
    record Event(char kind, long counted, long at, long permits) {

        static Event of(String text) {
            String[] parts = text.split(",");
            return new Event(
                    parts[0].charAt(0), Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
        }

        @Override
        public String toString() {
            return kind + "," + counted + "," + at + "," + permits;
        }
    }

    private final LimiterStore store;
    private final LongSupplier clock = Micros.clock(InstantSource.system());
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    LeaseLog(LimiterStore store) {
        this.store = store;
    }

    Queue<Event> events() {
        return events;
    }

    void used() {
        long now = clock.getAsLong();
        events.add(new Event(USE, 0, now, 1));
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        store.acquire(acquisition, (grant, failure) -> {
            note(acquisition, grant);
            callback.answered(grant, failure);
        });
    }

    private void note(Acquisition acquisition, @Nullable Grant grant) {
        if (grant != null) {
            grant.reservations()
                    .forEach(reservation -> events.add(new Event(
                            acquisition.lease() ? LEASE : CALL,
                            reservation.stateTime(),
                            reservation.grantedAt(),
                            reservation.demand().permits())));
        }
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        long now = clock.getAsLong();
        settlements.forEach(settlement ->
                events.add(new Event(BACK, settlement.reservation().stateTime(), now, settlement.back())));
        return store.settle(settlements);
    }
}
