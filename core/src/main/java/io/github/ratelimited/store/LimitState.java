package io.github.ratelimited.store;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is used of one limit under one key in this process. The arithmetic is that of the scripts, operation by
 * operation, so that both decide alike to the microsecond; times are microseconds relative to now unless said
 * otherwise. Its lock must be held for everything but {@link #lastsAtMost(long)}.
 */
abstract class LimitState {

    /** What lies within a millionth of a microsecond above a whole one is rounding, not time. */
    static final double SLACK = 1e-6;

    final ReentrantLock lock = new ReentrantLock();
    private volatile boolean evicted;
    private volatile long keepUntil;
    private volatile long span;
    private @Nullable RateLimit prepared;
    private long seen;

    static LimitState of(Algorithm algorithm, long horizon) {
        return switch (algorithm) {
            case SLIDING_WINDOW -> new SlidingWindowState(horizon);
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterState();
            case FIXED_WINDOW -> new FixedWindowState();
            case TOKEN_BUCKET -> new TokenBucketState();
            case LEAKY_BUCKET -> new LeakyBucketState();
        };
    }

    /** Time until the permits of a request are due, with its fraction. */
    abstract double waitFor(long now, RateLimit limit, long permits);

    /** Books permits for the wait that {@link #waitFor} told for the same now. */
    abstract void book(long now, RateLimit limit, long permits, double wait);

    abstract long remaining(long now, RateLimit limit);

    abstract double resetAfter(long now, RateLimit limit);

    /** Time until the state no longer matters. */
    double lasts(long now, RateLimit limit) {
        return resetAfter(now, limit);
    }

    /** Gives permits back that were granted at a moment; does nothing when that would let someone through too early. */
    abstract void giveBack(long now, RateLimit limit, long permits, long granted);

    /** Takes the oldest permits off that are not reserved ahead. */
    abstract void release(long now, RateLimit limit, long permits);

    /** Time since the last write. A clock that has stepped back counts as no time passed. */
    final double age(long now) {
        if (now < seen) {
            seen = now;
        }
        return now - seen;
    }

    final void written(long now) {
        seen = now;
    }

    /** Takes note of the limit of a request to come; tells whether the state may last longer than it was kept for. */
    final boolean prepare(RateLimit limit) {
        if (limit == prepared) {
            return false;
        }
        prepared = limit;
        double fill = Math.max(1, (double) limit.burst() / limit.rate());
        long longest = (long) (Micros.of(limit.interval()) * fill);
        boolean longer = longest > span;
        span = Math.max(span, longest);
        return longer;
    }

    /** Most microseconds that the state matters, the next booking included. */
    final long lastsAtMost(long now) {
        return Math.max(0, keepUntil - now) + 2 * span;
    }

    final void keepUntil(long moment) {
        keepUntil = moment;
    }

    final boolean evicted() {
        return evicted;
    }

    final void evict() {
        evicted = true;
    }

    static double spacing(RateLimit limit) {
        return (double) Micros.of(limit.interval()) / limit.rate();
    }

    static long roundUp(double micros) {
        return (long) Math.ceil(micros - SLACK);
    }
}
