package io.github.ratelimited.local;

import io.github.ratelimited.internal.BackoffLock;
import java.util.function.LongSupplier;

/**
 * The time of a state, and its block, which ends by that time. It is that of the clock and what the clock has stepped back
 * by, so that it never goes back. Moments are in microseconds since the epoch. The lock must be held for everything but
 * {@link #blockKept()}.
 */
abstract class StateTime extends BackoffLock {

    private long seen;
    private long offset;
    private long lockedAt;
    private long blockedUntil;
    private long closedAt;
    private volatile long blockKept;

    /** Locks it if no thread holds it, for a moment that is not to be one that somebody with a later time has overtaken. */
    final boolean tryLockAt(long moment) {
        if (!tryLock()) {
            return false;
        }
        try {
            if (moment >= lockedAt) {
                look(moment);
                return true;
            }
        } catch (Throwable ex) {
            word.held = 0;
            throw ex;
        }
        word.held = 0;
        return false;
    }

    /** Locks it, and reads the time then. Does not hold it when the clock fails. */
    final void lockWith(LongSupplier clock) {
        lock();
        try {
            look(clock.getAsLong());
        } catch (Throwable ex) {
            word.held = 0;
            throw ex;
        }
    }

    /** Records the time on the clock, which has to be read while the lock is held. */
    final void look(long moment) {
        lockedAt = moment;
        long last = Math.max(seen, closedAt);
        if (moment + offset < last) {
            offset = last - moment;
        }
    }

    /** The time on the clock, as recorded under the lock. */
    final long lockedAt() {
        return lockedAt;
    }

    /** The state's time; needs the lock. */
    final long now() {
        return lockedAt + offset;
    }

    /** Time since the last write. */
    final double age(long now) {
        return now - seen;
    }

    final void written(long now) {
        seen = now;
    }

    /** Nothing is left that could be kept. */
    final void forget() {
        if (!isBlocked()) {
            seen = 0;
            offset = 0;
            closedAt = 0;
            blockedUntil = 0;
        }
    }

    /**
     * Blocks it for some microseconds from now, unless a block lasts longer or, where they are negative, there is any; lifts
     * its block when there are none.
     *
     * @return how many are left of the block
     */
    final long block(long microseconds) {
        long left = Math.max(0, blockedFor(now()));
        long span = microseconds >= 0 ? microseconds : left > 0 ? left : -microseconds;
        if (span > left) {
            blockedUntil = now() + span;
            blockKept = lockedAt + span;
            closedAt = now();
        } else if (span == 0 && left > 0) {
            blockedUntil = 0;
            blockKept = 0;
            closedAt = now();
            lifted();
            return 0;
        }
        return Math.max(left, span);
    }

    /** A block has been lifted. */
    void lifted() {}

    /** What is left of a block, zero or below for none. */
    final long blockedFor(long now) {
        return blockedUntil - now;
    }

    final boolean isBlocked() {
        return blockedFor(now()) > 0;
    }

    /** {@return until when it has to be kept because of its block, by the clock} */
    final long blockKept() {
        return blockKept;
    }
}
