package io.github.ratelimited.lease;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.internal.UsageMemo;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.LimiterStore;
import io.github.ratelimited.store.Settlement;
import io.github.ratelimited.store.StoreRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes permits of hot keys ahead and grants them without asking the store. They count there from the moment they are taken;
 * what is not spent within a lease goes back. A key with less than four calls in a lease is not leased, and its calls ask
 * the store. Safe for use by many threads.
 */
public final class LeaseStore implements LimiterStore {

    /** Keys beyond that are not leased; their calls ask the store. */
    private static final int MOST_KEYS = 10_000;

    /** What is over goes back after this part of a lease at the latest. */
    private static final int LATEST_RETURN = 8;

    /** Leases of instances differ by up to this part, so that they do not end together. */
    private static final int JITTER = 8;

    private final LimiterStore store;
    private final Map<String, LeaseLength> lengths;
    private final ScheduledExecutorService timer;
    private final LeaseSource source;
    private final double share = 1 - ThreadLocalRandom.current().nextDouble(1.0 / JITTER);
    private final long pause;
    private final Map<LimiterKey, LeasedKey> keys = new ConcurrentHashMap<>();
    private final AtomicBoolean tending = new AtomicBoolean();

    /**
     * Makes a store.
     *
     * @param store decides what is not leased
     * @param chunks the store in Redis itself, which fails where Redis does not answer, and where no request stands behind others
     * @param lengths how long permits are held, by the names of the limiters that are leased
     * @param timeout longest wait for an answer to a request for a chunk
     * @param timer gives back what is over
     * @param observer is notified of leases
     * @param nanoTime a clock that never goes back, in ns
     */
    public LeaseStore(
            LimiterStore store,
            LimiterStore chunks,
            Map<String, LeaseLength> lengths,
            Duration timeout,
            ScheduledExecutorService timer,
            LimiterObserver observer,
            LongSupplier nanoTime) {
        this.store = store;
        this.lengths = Map.copyOf(lengths);
        this.timer = timer;
        this.source = new LeaseSource(chunks, store, timeout, nanoTime, LimiterObservers.of(observer));
        this.pause = lengths.values().stream()
                .mapToLong(length -> Nanos.of(length.duration()) / LATEST_RETURN)
                .min()
                .orElse(0);
    }

    @Override
    public @Nullable Decision acquireNow(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        if (demand.permits() == 0) {
            return store.acquireNow(demand, memo, request);
        }
        LeasedKey key = known(demand, memo);
        if (key == null) {
            return ask(demand, memo, request);
        }
        long now = source.now();
        Chunk chunk = key.spend(demand.permits(), now);
        if (chunk != null) {
            return key.granted(demand, chunk, now);
        }
        Decision rejection = key.rejection(demand, now);
        return rejection != null ? rejection : ask(demand, memo, request);
    }

    private @Nullable Decision ask(Demand demand, UsageMemo memo, Supplier<StoreRequest> request) {
        Decision decision = store.acquireNow(
                demand,
                memo,
                StoreRequest.answering(request, made -> learning(keyOf(demand), demand, made.callback())));
        LeasedKey key = decision == null ? known(demand, memo) : null;
        if (key != null) {
            key.missed(source.now());
        }
        return decision;
    }

    private static GrantCallback learning(@Nullable LeasedKey key, Demand demand, GrantCallback callback) {
        if (key == null) {
            return callback;
        }
        return callback.after(grant -> {
            if (grant != null) {
                key.decided(demand, grant.decision());
            }
        });
    }

    private @Nullable LeasedKey known(Demand demand, UsageMemo memo) {
        if (memo.remembered() instanceof LeasedKey known && known.isOf(demand)) {
            return known;
        }
        LeasedKey key = keys.get(demand.limiterKey());
        if (key == null || !key.isOf(demand)) {
            return null;
        }
        memo.remember(key);
        return key;
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        Demand demand = acquisition.demands().get(0);
        LeasedKey key = acquisition.spends() && demand.permits() > 0 ? keyOf(demand) : null;
        if (key == null) {
            store.acquire(acquisition, keys.isEmpty() ? callback : callback.after(this::giveUpBlocked));
            return;
        }
        long now = source.now();
        boolean first = acquisition.turn() == null || acquisition.turn().isFirst();
        if (first) {
            Chunk chunk = key.spend(demand.permits(), now);
            if (chunk != null) {
                Decision decision = key.granted(demand, chunk, now);
                callback.answered(
                        new Grant(acquisition.demands(), List.of(decision), List.of(chunk.of(demand.permits()))), null);
                return;
            }
        }
        store.acquire(acquisition, learning(key, demand, callback));
        key.missed(now);
    }

    private void giveUpBlocked(@Nullable Grant grant) {
        if (grant != null) {
            grant.decisions().stream().filter(Decision::blocked).forEach(blocked -> giveUp(grant.demandOf(blocked)));
        }
    }

    private @Nullable LeasedKey keyOf(Demand demand) {
        LeaseLength length = lengths.get(demand.limiter());
        long nanos = length == null || source.isClosed() ? 0 : (long) (length.nanosFor(demand.limit()) * share);
        if (nanos == 0) {
            return null;
        }
        LeasedKey key = keys.get(demand.limiterKey());
        if (key == null && keys.size() < MOST_KEYS) {
            LeasedKey made = new LeasedKey(demand, source, nanos);
            LeasedKey other = keys.putIfAbsent(demand.limiterKey(), made);
            key = other != null ? other : made;
            tendLater();
        }
        return key != null && key.isOf(demand) ? key : null;
    }

    private void tendLater() {
        if (!keys.isEmpty() && tending.compareAndSet(false, true)) {
            try {
                timer.schedule(this::tend, pause, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException closed) {
                // What is held goes back when this is closed.
            }
        }
    }

    private void tend() {
        try {
            long now = source.now();
            keys.values().removeIf(key -> !key.tend(now));
        } finally {
            tending.set(false);
            tendLater();
        }
    }

    /**
     * Makes a change after which nothing may be spent that was taken before: a block or a reset. What is held goes back before
     * it, and once more after it, however it ends, because it is not known which chunks were granted before it.
     */
    public <T> CompletionStage<T> changing(Demand demand, Supplier<CompletionStage<T>> change) {
        giveUp(demand);
        return change.get().whenComplete((done, failure) -> giveUp(demand));
    }

    /** Gives back all that is held of a limiter and key, and what is asked for now when it comes. */
    void giveUp(Demand demand) {
        LeasedKey key = keys.get(demand.limiterKey());
        if (key != null) {
            key.giveUp();
        }
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        return store.settle(settlements);
    }

    /**
     * Gives back all that is held, and waits until it is there, as long as for an answer at most.
     *
     * @param connection closes the connection on which it goes back
     * @return does all of it
     */
    public Runnable closeBefore(Runnable connection) {
        return () -> {
            source.close();
            keys.values().forEach(LeasedKey::giveUp);
            source.await();
            connection.run();
        };
    }
}
