package io.github.ratelimited.lease;

import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.util.concurrent.atomic.AtomicLong;

/** Permits that were taken ahead together, until somebody spends or returns them. Safe for use by many threads. */
final class Chunk {

    private final Reservation reservation;

    /** Moment of {@link System#nanoTime()} from which it is not spent any more. */
    final long end;

    /** Permits of it that are counted as used. Under the lock of its {@link LeasedKey}. */
    long counted;

    private final AtomicLong left;

    Chunk(Reservation reservation, long end) {
        this.reservation = reservation;
        this.end = end;
        this.left = new AtomicLong(size());
    }

    long size() {
        return reservation.demand().permits();
    }

    long left() {
        return left.get();
    }

    /** Takes permits; returns how many are left, or a negative number when there were too few. */
    long take(long permits) {
        long before = left.getAndUpdate(known -> known >= permits ? known - permits : known);
        return before >= permits ? before - permits : -1;
    }

    /** Ends it; returns what goes back. */
    Settlement close() {
        long rest = left.getAndSet(0);
        return new Settlement(reservation, size() - rest);
    }

    /** What a call was granted that has taken some of it. */
    Reservation of(long permits) {
        return new Reservation(
                reservation.demand().of(permits),
                reservation.grantedAt(),
                reservation.stateTime(),
                reservation.basis());
    }
}
