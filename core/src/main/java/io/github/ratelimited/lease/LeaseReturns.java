package io.github.ratelimited.lease;

import io.github.ratelimited.store.Settlement;
import java.util.ArrayList;
import java.util.List;

/** What is left of chunks that have ended, until it goes back. Under the lock of its {@link LeasedKey}. */
final class LeaseReturns {

    /** So many permits, as a part of what is used in a lease, are worth a script of their own. */
    private static final int WORTHWHILE = 16;

    private static final int MOST = 8;

    private final LeaseSize size;
    private final List<Settlement> pending = new ArrayList<>();
    private long permits;

    LeaseReturns(LeaseSize size) {
        this.size = size;
    }

    void add(Settlement settlement) {
        pending.add(settlement);
        permits += settlement.back();
    }

    /** What goes back now: all, or nothing while it is little and more is held, so that others go back with it. */
    List<Settlement> due(HeldChunks held) {
        if (pending.isEmpty() || !held.isEmpty() && permits <= size.use() / WORTHWHILE && pending.size() < MOST) {
            return List.of();
        }
        List<Settlement> due = List.copyOf(pending);
        pending.clear();
        permits = 0;
        return due;
    }
}
