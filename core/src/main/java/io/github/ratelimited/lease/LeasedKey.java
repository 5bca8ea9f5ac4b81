package io.github.ratelimited.lease;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of one limiter and key under one limit. Whoever finds permits takes them without a lock; whoever
 * finds few, or none, sees to more. Moments are those of {@link System#nanoTime()}. Safe for use by many threads.
 */
final class LeasedKey {

    /** What is done without the lock: permits to ask for, and what goes back. */
    private record Step(long want, List<Settlement> over) {}

    private final Demand any;
    private final LeaseSource source;
    private final long length;
    private final ReentrantLock lock = new ReentrantLock();

    /** Under the lock. */
    private final LeaseSize size;

    private final HeldChunks chunks;
    private final LeaseReturns returns = new LeaseReturns();
    private final LeaseRenewal renewal;
    private boolean asking;

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
        this.chunks = new HeldChunks(any.limiter(), source.observer);
        this.renewal = new LeaseRenewal(any.limit(), length, source.now());
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
            goOn(now);
        }
        return chunk;
    }

    private @Nullable Chunk spendOther(long permits, long now) {
        List<Settlement> over;
        Chunk chunk;
        lock.lock();
        try {
            chunks.end(now, returns, size);
            chunk = chunks.take(permits);
            over = returns.due(size, chunks);
        } finally {
            lock.unlock();
        }
        source.giveBack(over);
        return chunk;
    }

    Decision granted(Demand demand, Chunk chunk, long now) {
        return demand.granted(Duration.ZERO, chunks.remaining(chunk), renewal.resetAfter(now), Basis.STORE);
    }

    /** The refusal of a demand that had better not be asked for yet, or {@code null}. */
    @Nullable
    Decision refusal(Demand demand, long now) {
        return renewal.refuses(demand.permits(), now)
                ? demand.refused(renewal.retryAfter(now), 0, renewal.resetAfter(now), Basis.STORE)
                : null;
    }

    /** A call asks the store, because too little is held. */
    void missed(long now) {
        Step step;
        lock.lock();
        try {
            step = next(now, true);
        } finally {
            lock.unlock();
        }
        run(step, now);
    }

    /** Does what is due, unless another does it. */
    private void goOn(long now) {
        if (lock.tryLock()) {
            Step step;
            try {
                step = next(now, false);
            } finally {
                lock.unlock();
            }
            run(step, now);
        }
    }

    private Step next(long now, boolean missed) {
        boolean holding = !chunks.isEmpty();
        look(now);
        boolean due = missed || holding && renewal.isLow(size, chunks, now);
        boolean may = !asking && !source.isClosed() && renewal.maySend(now);
        long want = due && may ? size.wanted(chunks.held()) : 0;
        asking |= want > 0;
        renewal.set(size, chunks, asking, now);
        return new Step(want, returns.due(size, chunks));
    }

    /** Asks first, because requests wait for permits that are being given back. */
    private void run(Step step, long now) {
        if (step.want > 0) {
            source.ask(any.of(step.want), grant -> answered(step.want, now, grant));
        }
        source.giveBack(step.over);
    }

    private void look(long now) {
        chunks.end(now, returns, size);
        chunks.count(size);
        size.look(now);
    }

    private void answered(long want, long sent, @Nullable Grant grant) {
        long now = source.now();
        List<Settlement> over;
        lock.lock();
        try {
            asking = false;
            if (grant == null) {
                renewal.failed(now);
            } else {
                Decision decision = grant.decision();
                renewal.answered(sent, now);
                learn(decision, now);
                long got = 0;
                for (Reservation reservation : grant.reservations()) {
                    got = reservation.demand().permits();
                    chunks.add(new Chunk(reservation, sent + Math.min(length, renewal.ends(decision))));
                }
                renewal.unmet(got < want);
            }
            look(now);
            if (source.isClosed() || grant != null && grant.decision().blocked()) {
                chunks.closeAll(returns, size);
            }
            renewal.set(size, chunks, false, now);
            over = returns.due(size, chunks);
        } finally {
            lock.unlock();
        }
        source.giveBack(over);
    }

    private void learn(Decision decision, long now) {
        chunks.remaining(decision.remaining());
        renewal.resetsAt(now + decision.resetAfter().toNanos());
    }

    /** The store has decided about a call. */
    void decided(Demand demand, Decision decision) {
        if (decision.basis() != Basis.STORE) {
            return;
        }
        long now = source.now();
        lock.lock();
        try {
            size.look(now);
            size.meets(demand.permits());
            if (!decision.allowed()) {
                renewal.refused(demand.permits(), now, decision.retryAfter().toNanos(), size.isHot());
            } else if (decision.delay().isZero()) {
                learn(decision, now);
                size.used(demand.permits());
                renewal.granted(now);
            }
        } finally {
            lock.unlock();
        }
        if (decision.blocked()) {
            giveUp();
        }
    }

    /** Gives back what has ended; returns whether any lease is left. */
    boolean tend(long now) {
        List<Settlement> over;
        lock.lock();
        try {
            look(now);
            retired = chunks.isEmpty() && !asking && size.use() == 0;
            renewal.set(size, chunks, asking, now);
            over = returns.due(size, chunks);
        } finally {
            lock.unlock();
        }
        source.giveBack(over);
        return !retired;
    }

    /** Gives back all that is held. */
    void giveUp() {
        List<Settlement> over;
        lock.lock();
        try {
            chunks.closeAll(returns, size);
            over = returns.due(size, chunks);
        } finally {
            lock.unlock();
        }
        source.giveBack(over);
    }
}
