package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;

/**
 * What an algorithm must decide, in exact arithmetic and without regard to speed. Times are microseconds of the state's
 * time, which is that of the clock and what the clock has stepped back by since the first write. How much remains is not
 * counted but found out by asking when permits would be due, which is what it means.
 */
public abstract class ReferenceModel {

    private long seen = Long.MIN_VALUE;
    private long offset;
    private long blockedUntil = Long.MIN_VALUE;

    /**
     * What time it is. A clock that has stepped back counts as no time passed since the last write.
     *
     * @param clock moment on the clock
     * @return moment of the state's time
     */
    public long look(long clock) {
        if (clock + offset < seen) {
            offset = seen - clock;
        }
        return clock + offset;
    }

    /** Has to be called after each change. */
    public void written(long now) {
        seen = now;
    }

    /** Blocks the state for a while from now, or lifts its block when that is zero. */
    public final void block(long now, long span) {
        long left = blockedFor(now);
        if (span > left || span == 0 && left > 0) {
            blockedUntil = span == 0 ? Long.MIN_VALUE : now + span;
            written(now);
            if (span == 0) {
                lifted();
            }
        }
    }

    /** What is left of a block, zero for none. */
    public final long blockedFor(long now) {
        return blockedUntil > now ? blockedUntil - now : 0;
    }

    void lifted() {}

    /** Nothing is left that could be kept. */
    final void forget() {
        seen = Long.MIN_VALUE;
        offset = 0;
        blockedUntil = Long.MIN_VALUE;
    }

    /** Makes the model for the algorithm of a limit. */
    public static ReferenceModel of(RateLimit limit) {
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW -> new SlidingWindowModel();
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterModel();
            case FIXED_WINDOW -> new FixedWindowModel();
            case TOKEN_BUCKET -> new TokenBucketModel();
            case LEAKY_BUCKET -> new LeakyBucketModel();
            case CALENDAR_WINDOW -> new CalendarWindowModel();
        };
    }

    /** How far ahead permits are booked at most for a caller that waits so long. */
    public long longestWait(RateLimit limit, long maxWait) {
        return maxWait;
    }

    /** The moment at which permits are due when asked for now. */
    public abstract long due(long now, RateLimit limit, long permits);

    /** The moment at which permits are due, or nothing, which is due at once unless more is used than the limit. */
    public final long dueOf(long now, RateLimit limit, long permits) {
        return permits == 0 && !isOverdrawn(now, limit) ? now : due(now, limit, permits);
    }

    /** Whether more is used than the limit, so that not even nothing is due now. */
    public boolean isOverdrawn(long now, RateLimit limit) {
        return false;
    }

    public abstract void book(long now, RateLimit limit, long permits, long due);

    /**
     * Gives back some of the permits that a call was granted.
     *
     * @param limit the limit of then
     * @param permits what the call was granted
     * @param granted when it was granted
     * @param back how many of the permits are given back
     * @return whether the state was written
     */
    public abstract boolean giveBack(long now, RateLimit limit, long permits, long granted, long back);

    /** Counts permits that are used already, whether they are there or not. Writes the state. */
    public abstract void charge(long now, RateLimit limit, long permits);

    /** Tells whether the state was written. */
    public abstract boolean release(long now, RateLimit limit, long permits);

    /** The moment from which the limit is wholly unused. */
    public abstract long resetAt(long now, RateLimit limit);

    public long remaining(long now, RateLimit limit) {
        long low = 0;
        long high = limit.burst();
        while (low < high) {
            long middle = (low + high + 1) / 2;
            if (due(now, limit, middle) <= now) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    static Fraction spacing(RateLimit limit) {
        return Fraction.of(Micros.of(limit.interval()), limit.rate());
    }
}
