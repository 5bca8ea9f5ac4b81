package io.github.ratelimited.store;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests that arrive while others are on the way to a store travel together in the next batch. A request whose way
 * is free leaves at once, so nobody waits for company. An answer that is not there by its deadline fails the request: what
 * has not been sent yet is withdrawn then, what is granted later is given back. A request for what is on its way back
 * leaves once that is there.
 */
public final class BatchingStore implements LimiterStore {

    /**
     * Batches of a lane of the store that may be on the way at once, so that the store decides one while those of another
     * are told. A key has one way, where requests for it stay in order.
     */
    private static final int WAYS = 2;

    private final BatchStore store;
    private final LimiterObserver observer;
    private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();
    private final Returns returns = new Returns();
    private final Alarm alarm = new Alarm(this::endThoseOver);

    /**
     * Makes a store.
     *
     * @param store decides batches
     */
    public BatchingStore(BatchStore store) {
        this(store, LimiterObserver.NONE);
    }

    /**
     * Makes a store that is followed.
     *
     * @param store decides batches
     * @param observer is told how large they are
     */
    public BatchingStore(BatchStore store, LimiterObserver observer) {
        this.store = store;
        this.observer = observer;
    }

    @Override
    public void acquire(Acquisition acquisition, Asker asker) {
        CompletableFuture<?> returned = returns.to(acquisition.demands());
        if (returned == null) {
            ask(acquisition, asker);
        } else {
            returned.completeOnTimeout(null, acquisition.deadline().nanosLeft(), TimeUnit.NANOSECONDS)
                    .thenCompose(there -> Answers.stage(then -> ask(acquisition, then)))
                    .whenComplete((grant, failure) -> Answers.tell(asker, grant, failure));
        }
    }

    private void ask(Acquisition acquisition, Asker asker) {
        Integer number = way(acquisition);
        Lane lane = lanes.get(number);
        if (lane == null) {
            lane = lanes.computeIfAbsent(number, created -> new Lane(store, observer, this::giveBack));
        }
        if (!lane.ask(acquisition, asker).isDone()) {
            alarm.setFor(acquisition.deadline());
        }
    }

    private int way(Acquisition acquisition) {
        Place first = acquisition.demands().get(0).place();
        return store.lane(acquisition) * WAYS + Math.floorMod(first.hashCode(), WAYS);
    }

    private @Nullable Deadline endThoseOver() {
        Deadline next = null;
        for (Lane lane : lanes.values()) {
            Deadline first = lane.endThoseOver();
            if (first != null && (next == null || first.isBefore(next))) {
                next = first;
            }
        }
        return next;
    }

    @Override
    public CompletionStage<Void> giveBack(Ticket ticket) {
        CompletionStage<Void> returned = store.giveBack(ticket);
        returns.add(ticket, returned);
        return returned;
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return store.usage(demand);
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return store.release(demand);
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return store.reset(demand);
    }
}
