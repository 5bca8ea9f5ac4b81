package io.github.ratelimited.local;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Micros;
import io.github.ratelimited.store.Turn;
import org.jspecify.annotations.Nullable;

/**
 * What is used of one limit under one key in this process. The arithmetic is that of the scripts, operation by
 * operation, so that both decide alike to the microsecond; times are microseconds relative to now unless said
 * otherwise. Its lock must be held for everything but {@link #lastsAtMost(long)} and what the cache records.
 */
abstract class UsageState extends StateTime {

    /** What lies within a millionth of a microsecond above a whole one is rounding, not time. */
    static final double SLACK = 1e-6;

    /** What large numbers may be off by rounding, as a share of them. */
    static final double ROUNDING = 1e-12;

    /** Caffeine leaves an expiry as it is when a read would move it by less than a second. */
    private static final long EXPIRY_TOLERANCE = 2_000_000;

    /** 3,000 years, as far ahead as a queue is searched. */
    private static final long LATEST = 100_000_000_000_000_000L;

    /** Debts are never larger: as many permits, and as many us until they are paid back. */
    private static final long MOST_PERMITS = 1L << 51;

    static final double MOST_TIME = 3.2e15;

    /** Longest time, in us, and most uses without the cache being asked: to it a state that is not asked for is unused. */
    private static final long UNASKED = 1_000_000;

    private static final int UNASKED_USES = 64;

    private volatile boolean evicted;
    private volatile long keepUntil;
    private volatile long span;
    private @Nullable RateLimit prepared;
    private volatile long found;
    private @Nullable WaitQueue queue;
    private int uses;

    static UsageState of(RateLimit limit) {
        UsageState state = of(limit.algorithm());
        state.prepare(limit);
        return state;
    }

    static UsageState of(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_WINDOW -> new SlidingWindowState();
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterState();
            case FIXED_WINDOW -> new FixedWindowState();
            case TOKEN_BUCKET -> new TokenBucketState();
            case LEAKY_BUCKET -> new LeakyBucketState();
            case CALENDAR_WINDOW -> new CalendarWindowState();
        };
    }

    /** Time until the permits of a request are due, with its fraction. */
    abstract double waitFor(long now, RateLimit limit, long permits);

    /** Whether more is used than the limit, so that not even nothing can be had. */
    boolean isOverdrawn(long now, RateLimit limit) {
        return false;
    }

    /**
     * Time until the permits of a request that has to wait are due if others go first. Where a rate of permits is granted
     * at once these are those of a request an interval earlier.
     */
    double waitAfter(long now, RateLimit limit, long permits, long ahead) {
        long turns = (permits + ahead - 1) / limit.rate();
        return waitFor(now, limit, permits + ahead - turns * limit.rate()) + (double) turns * interval(limit);
    }

    /** Reserves permits for the wait that {@link #waitFor} returned for the same now. */
    abstract void book(long now, RateLimit limit, long permits, double wait);

    abstract long remaining(long now, RateLimit limit);

    abstract double resetAfter(long now, RateLimit limit);

    /** Time until the state no longer matters. */
    double lasts(long now, RateLimit limit) {
        return resetAfter(now, limit);
    }

    /**
     * Gives some of the permits back that a call was granted; does nothing when that would let someone through too early.
     *
     * @param permits what the call was granted
     * @param granted when it was granted
     * @param back how many of the permits to give back
     * @return how many were given back
     */
    abstract double giveBack(long now, RateLimit limit, long permits, long granted, long back);

    /**
     * Counts permits that are used already, whether they are available or not, at the last reserved moment where that lies
     * ahead.
     */
    abstract void charge(long now, RateLimit limit, long permits);

    /** Takes the oldest permits off that are not reserved ahead. */
    abstract void release(long now, RateLimit limit, long permits);

    /** Asks the queue of those who wait for what is too far off to be reserved. */
    final WaitQueue.Answer ask(Demand demand, long maxWait, Turn turn) {
        WaitQueue waiting = queue;
        if (waiting == null) {
            waiting = new WaitQueue();
            queue = waiting;
        }
        return waiting.ask(
                lockedAt(),
                turn,
                demand.permits(),
                maxWait,
                (permits, ahead) -> isBlocked()
                        ? Long.MAX_VALUE
                        : Math.min(LATEST, roundUp(waitAfter(now(), demand.limit(), permits, ahead))));
    }

    /** Takes what a demand asks for, which may be nothing. */
    final void book(long now, Demand demand, double wait) {
        if (demand.permits() != 0) {
            book(now, demand.limit(), demand.permits(), wait);
        }
    }

    /** Records that the cache has read it, and so keeps it for as long as {@link #lastsAtMost(long)} says. */
    final void foundAt(long moment) {
        found = moment;
    }

    /**
     * Whether the cache keeps it for longer than a booking of now that waits for nothing matters, without being asked, and
     * has been asked lately, so that a flood of keys that are used once does not push out one that is used all the time.
     */
    final boolean isKept(RateLimit limit, long now) {
        // Without the sign what is negative is large.
        return limit == prepared
                && Long.compareUnsigned(now - found, Math.min(span, UNASKED)) <= 0
                && ++uses < UNASKED_USES
                && !evicted;
    }

    /** Needs the lock; the cache has been asked. */
    final void asked() {
        uses = 0;
    }

    /** Records the limit of a request to come; returns whether the state may last longer than it was kept for. */
    final boolean prepare(RateLimit limit) {
        if (limit == prepared) {
            return false;
        }
        prepared = limit;
        double fill = Math.max(1, (double) limit.burst() / limit.rate());
        long longest = (long) (interval(limit) * fill);
        boolean longer = longest > span;
        span = Math.max(span, longest);
        return longer;
    }

    /**
     * Most microseconds that the state matters, bookings that come within a span without asking the cache included. One
     * may matter for two spans: what was granted in one window counts in the next.
     */
    final long lastsAtMost(long now) {
        return Math.max(0, Math.max(keepUntil, blockKept()) - now) + 3 * span + EXPIRY_TOLERANCE;
    }

    /** Never less long than before, because a slower limit may count by it as well. */
    final void keepUntil(long moment) {
        keepUntil = Math.max(keepUntil, moment);
    }

    final boolean evicted() {
        return evicted;
    }

    final void evict() {
        evicted = true;
    }

    static long interval(RateLimit limit) {
        return Micros.of(limit.interval());
    }

    static double spacing(RateLimit limit) {
        return (double) interval(limit) / limit.rate();
    }

    /** Whether a wait is none. */
    static boolean isNow(double wait) {
        return wait <= SLACK;
    }

    /** A branch, which the processor foresees; {@link Math#max} is a step that everything after it waits for. */
    static double atLeastZero(double value) {
        return value > 0 ? value : 0;
    }

    /** Permits that count as used once others are used as well. */
    static long added(long used, long permits) {
        return Math.min(used + permits, MOST_PERMITS);
    }

    static long roundUp(double micros) {
        return (long) Math.ceil(micros - SLACK);
    }
}
