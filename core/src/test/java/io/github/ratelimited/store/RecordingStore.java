package io.github.ratelimited.store;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Writes down what a store is asked for and what it grants.
 *
 * @param store the store
 * @param asked requests in the order in which they were asked
 * @param granted reservations in the order in which they were answered
 */
public record RecordingStore(LimiterStore store, Queue<Acquisition> asked, Queue<Reservation> granted)
        implements LimiterStore {

    public RecordingStore(LimiterStore store) {
        this(store, new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    }

    public GrantTimes times() {
        return GrantTimes.of(granted);
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        asked.add(acquisition);
        store.acquire(acquisition, (grant, failure) -> {
            if (grant != null) {
                granted.addAll(grant.reservations());
            }
            callback.answered(grant, failure);
        });
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return store.settle(settlements);
    }
}
