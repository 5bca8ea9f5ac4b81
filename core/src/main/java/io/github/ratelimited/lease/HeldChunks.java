package io.github.ratelimited.lease;

import io.github.ratelimited.observe.LimiterObservers;
import io.github.ratelimited.store.Settlement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chunks of one key, oldest first. Changed under the lock of its {@link LeasedKey}. */
final class HeldChunks {

    /** So many permits that go back, as a part of what is used in a lease, are worth a script of their own. */
    private static final int WORTHWHILE = 16;

    private static final int MOST_ENDED = 8;

    private final String limiter;
    private final LimiterObservers observer;
    private final LeaseSize size;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private volatile @Nullable Chunk first;

    /** What remains by the last reply and is held in later chunks. */
    private volatile long besides;

    private long inStore;

    /** What is left of chunks that have ended, until it goes back. */
    private final List<Settlement> ended = new ArrayList<>();

    private long left;

    HeldChunks(String limiter, LimiterObservers observer, LeaseSize size) {
        this.limiter = limiter;
        this.observer = observer;
        this.size = size;
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
    void count() {
        for (Chunk chunk : chunks) {
            count(chunk, chunk.size() - chunk.left());
        }
    }

    private void count(Chunk chunk, long spent) {
        size.used(spent - chunk.counted);
        chunk.counted = spent;
    }

    /** Takes out those that are spent or have ended. */
    void end(long now) {
        Chunk chunk = chunks.peekFirst();
        while (chunk != null && (now - chunk.end >= 0 || chunk.left() == 0)) {
            close(chunks.removeFirst());
            chunk = chunks.peekFirst();
        }
        moved();
    }

    void closeAll() {
        while (!chunks.isEmpty()) {
            close(chunks.removeFirst());
        }
        moved();
    }

    void close(Chunk chunk) {
        Settlement settlement = chunk.close();
        count(chunk, settlement.actual());
        observer.leaseEnded(limiter, settlement.actual(), settlement.back());
        if (settlement.back() > 0) {
            ended.add(settlement);
            left += settlement.back();
        }
    }

    /** What goes back now: all, or nothing while it is little and more is held, so that others go back with it. */
    List<Settlement> due() {
        if (ended.isEmpty() || !isEmpty() && left <= size.use() / WORTHWHILE && ended.size() < MOST_ENDED) {
            return List.of();
        }
        left = 0;
        List<Settlement> due = List.copyOf(ended);
        ended.clear();
        return due;
    }
}
