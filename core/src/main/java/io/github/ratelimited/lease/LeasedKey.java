package io.github.ratelimited.lease;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of one limiter and key under one limit. A call that finds permits takes them without a lock; one
 * that finds few, or none, asks for more. Moments are those of {@link System#nanoTime()}. Safe for use by many threads.
 */
final class LeasedKey {

    private final Demand any;
    private final LeaseSource source;
    private final long length;
    private final ReentrantLock lock = new ReentrantLock();

    /** Under the lock. */
    private final LeaseSize size;

    private final HeldChunks chunks;
    private final LeaseRenewal renewal;
    private boolean asking;

    /** Whether what is asked for is given back when it comes. */
    private boolean unwanted;

    private volatile boolean retired;

    /**
     * Starts with nothing.
     *
     * @param any a demand of its limiter, key and limit
     * @param length how long permits are held
     */
    LeasedKey(Demand any, LeaseSource source, long length) {
        this.any = any;
        this.source = source;
        this.length = length;
        this.size = new LeaseSize(any.limit(), length, source.now());
        this.chunks = new HeldChunks(any.limiter(), source.observer, size);
        this.renewal = new LeaseRenewal(any.limit(), length, size, chunks, source.now());
    }

    boolean isOf(Demand demand) {
        RateLimit limit = any.limit();
        return !retired && (limit == demand.limit() || limit.equals(demand.limit()));
    }

    /** Takes permits that are held; {@code null} where there are too few. */
    @Nullable
    Chunk spend(long permits, long now) {
        size.meets(permits);
        Chunk chunk = chunks.first();
        if (chunk == null) {
            return null;
        }
        long left = now - chunk.end < 0 ? chunk.take(permits) : -1;
        if (left < 0) {
            return spendOther(permits, now);
        }
        if (renewal.isDue(left, now)) {
            CurrentThread.requireStack();
            if (lock.tryLock()) {
                goOn(now, false);
            }
        }
        return chunk;
    }

    private @Nullable Chunk spendOther(long permits, long now) {
        CurrentThread.requireStack();
        return change(() -> {
            chunks.end(now);
            return chunks.take(permits);
        });
    }

    /** Changes what is held, and gives back what is over then. */
    private <T extends @Nullable Object> T change(Supplier<T> change) {
        T result;
        List<Settlement> over;
        lock.lock();
        try {
            result = change.get();
            over = chunks.due();
        } finally {
            lock.unlock();
        }
        source.giveBack(over);
        return result;
    }

    Decision granted(Demand demand, Chunk chunk, long now) {
        return renewal.inWindow(
                demand.granted(Duration.ZERO, chunks.remaining(chunk), renewal.resetAfter(now), Basis.STORE));
    }

    /** The rejection of a demand that had better not be asked for yet, or {@code null}. */
    @Nullable
    Decision rejection(Demand demand, long now) {
        return renewal.rejects(demand.permits(), now)
                ? renewal.inWindow(demand.rejected(renewal.retryAfter(now), 0, renewal.resetAfter(now), Basis.STORE))
                : null;
    }

    /** A call asks the store, because too little is held. */
    void missed(long now) {
        CurrentThread.requireStack();
        lock.lock();
        goOn(now, true);
    }

    /** Does what is due; holds the lock until it is worked out. Asks first, because requests wait for what is given back. */
    private void goOn(long now, boolean missed) {
        long want;
        List<Settlement> over;
        try {
            want = wanted(now, missed);
            over = chunks.due();
        } finally {
            lock.unlock();
        }
        if (want > 0) {
            source.ask(any.of(want), grant -> answered(want, now, grant));
        }
        source.giveBack(over);
    }

    /** How many permits to ask for now. */
    private long wanted(long now, boolean missed) {
        boolean holding = !chunks.isEmpty();
        look(now);
        boolean due = missed || holding && renewal.isLow(now);
        boolean may = !asking && !retired && !source.isClosed() && renewal.maySend(now);
        long want = due && may ? size.wanted(chunks.held()) : 0;
        asking |= want > 0;
        renewal.set(asking, now);
        return want;
    }

    private void look(long now) {
        chunks.end(now);
        chunks.count();
        size.look(now);
    }

    private void answered(long want, long sent, @Nullable Grant grant) {
        long now = source.now();
        change(() -> {
            asking = false;
            if (grant == null) {
                renewal.failed(now);
            } else {
                renewal.answered(sent, now);
                take(grant, want, sent, now);
            }
            look(now);
            if (unwanted
                    || source.isClosed()
                    || grant != null && grant.decision().blocked()) {
                chunks.closeAll();
            }
            unwanted = false;
            renewal.set(false, now);
            return null;
        });
    }

    private void take(Grant grant, long want, long sent, long now) {
        Decision decision = grant.decision();
        learn(decision, now);
        long got = 0;
        for (Reservation reservation : grant.reservations()) {
            got = reservation.demand().permits();
            chunks.add(new Chunk(reservation, sent + Math.min(length, renewal.ends(decision))));
        }
        renewal.unmet(got < want);
    }

    private void learn(Decision decision, long now) {
        chunks.remaining(decision.remaining());
        renewal.learn(decision, now);
    }

    /** The store has decided about a call. */
    void decided(Demand demand, Decision decision) {
        if (decision.basis() != Basis.STORE) {
            return;
        }
        CurrentThread.requireStack();
        long now = source.now();
        change(() -> {
            size.look(now);
            size.meets(demand.permits());
            if (!decision.allowed()) {
                renewal.rejected(demand.permits(), now, Nanos.of(decision.retryAfter()), size.isHot());
            } else if (decision.delay().isZero()) {
                learn(decision, now);
                size.used(demand.permits());
                renewal.granted(now);
            }
            if (decision.blocked()) {
                closeAll();
            }
            return null;
        });
    }

    /** Gives back what has ended; returns whether any lease is left. */
    boolean tend(long now) {
        return change(() -> {
            look(now);
            retired = chunks.isEmpty() && !asking && size.use() == 0;
            renewal.set(asking, now);
            return !retired;
        });
    }

    /** Gives back all that is held, and what is asked for now when it comes. */
    void giveUp() {
        CurrentThread.requireStack();
        change(() -> {
            closeAll();
            return null;
        });
    }

    private void closeAll() {
        chunks.closeAll();
        unwanted = asking;
    }
}
