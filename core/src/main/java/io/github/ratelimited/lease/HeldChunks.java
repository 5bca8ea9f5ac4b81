package io.github.ratelimited.lease;

import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The chunks of one key, oldest first. Changed under the lock of its {@link LeasedKey}. */
final class HeldChunks {

    private final String limiter;
    private final LimiterObservers observer;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private volatile @Nullable Chunk first;

    /** What remains by the last reply and is held in later chunks. */
    private volatile long besides;

    private long inStore;

    HeldChunks(String limiter, LimiterObservers observer) {
        this.limiter = limiter;
        this.observer = observer;
    }

    /** The one that is spent now. Also without the lock. */
    @Nullable
    Chunk first() {
        return first;
    }

    /** Permits that a caller could have, as far as is known. Also without the lock. */
    long remaining(Chunk spent) {
        return besides + spent.left();
    }

    void remaining(long permits) {
        inStore = permits;
        moved();
    }

    private void moved() {
        first = chunks.peekFirst();
        Chunk spent = first;
        besides = Math.max(0, inStore) + held() - (spent == null ? 0 : spent.left());
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    long held() {
        long held = 0;
        for (Chunk chunk : chunks) {
            held += chunk.left();
        }
        return held;
    }

    /** When the youngest ends. */
    long lastEnd() {
        return chunks.getLast().end;
    }

    void add(Chunk chunk) {
        chunks.add(chunk);
        observer.leased(limiter, chunk.size());
        moved();
    }

    @Nullable
    Chunk take(long permits) {
        for (Chunk chunk : chunks) {
            if (chunk.take(permits) >= 0) {
                return chunk;
            }
        }
        return null;
    }

    /** Counts what was spent as used. */
    void count(LeaseSize size) {
        for (Chunk chunk : chunks) {
            count(chunk, chunk.size() - chunk.left(), size);
        }
    }

    private static void count(Chunk chunk, long spent, LeaseSize size) {
        size.used(spent - chunk.counted);
        chunk.counted = spent;
    }

    /** Takes out those that are spent or have ended. */
    void end(long now, LeaseReturns over, LeaseSize size) {
        Chunk chunk = chunks.peekFirst();
        while (chunk != null && (now - chunk.end >= 0 || chunk.left() == 0)) {
            close(chunks.removeFirst(), over, size);
            chunk = chunks.peekFirst();
        }
        moved();
    }

    void closeAll(LeaseReturns over, LeaseSize size) {
        while (!chunks.isEmpty()) {
            close(chunks.removeFirst(), over, size);
        }
        moved();
    }

    private void close(Chunk chunk, LeaseReturns over, LeaseSize size) {
        Settlement settlement = chunk.close();
        count(chunk, settlement.actual(), size);
        observer.leaseEnded(limiter, settlement.actual(), settlement.back());
        if (settlement.back() > 0) {
            over.add(settlement);
        }
    }
}
