package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;

/**
 * What an algorithm must decide, in exact arithmetic and without regard to speed. Times are microseconds on one clock.
 * How much remains is not counted but found out by asking when permits would be due, which is what it means.
 */
public abstract class ReferenceModel {

    private long seen;

    /** A clock that has stepped back counts as no time passed since the last write. */
    public void look(long now) {
        if (now < seen) {
            moveBack(seen - now);
            seen = now;
        }
    }

    /** Has to be called after each change. */
    public void written(long now) {
        seen = now;
    }

    abstract void moveBack(long micros);

    /** Makes the model for the algorithm of a limit. */
    public static ReferenceModel of(RateLimit limit, long horizon) {
        return switch (limit.algorithm()) {
            case SLIDING_WINDOW -> new SlidingWindowModel(horizon);
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterModel();
            case FIXED_WINDOW -> new FixedWindowModel();
            case TOKEN_BUCKET -> new TokenBucketModel();
            case LEAKY_BUCKET -> new LeakyBucketModel();
        };
    }

    /** The moment at which permits are due when asked for now. */
    public abstract long due(long now, RateLimit limit, long permits);

    public abstract void book(long now, RateLimit limit, long permits, long due);

    /** Tells whether the state was written. */
    public abstract boolean giveBack(long now, RateLimit limit, long permits, long granted);

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
