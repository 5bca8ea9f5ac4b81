package io.github.ratelimited.lease;

import io.github.ratelimited.RateLimit;

/**
 * How many permits of one key this process takes ahead: as many as its calls used in this period of one lease or in the one
 * before, less what it holds, and none for fewer than four calls. {@code acquire.lua} grants at most a tenth of what remains.
 * Under the lock of its {@link LeasedKey}.
 */
final class LeaseSize {

    /** Fewer calls in a lease cost more by leases than without. */
    private static final int FEWEST_CALLS = 4;

    private final RateLimit limit;
    private final long length;
    private long period;
    private long current;
    private long previous;
    private volatile long largest = 1;
    private long largestBefore = 1;

    LeaseSize(RateLimit limit, long length, long now) {
        this.limit = limit;
        this.length = length;
        this.period = now;
    }

    void used(long permits) {
        current += permits;
    }

    /** A call takes so many at once. Also without the lock. */
    void meets(long permits) {
        if (permits > largest) {
            largest = permits;
        }
    }

    /** Begins a period when the one before is over; after an idle one nothing was used before. */
    void look(long now) {
        long gone = (now - period) / length;
        if (gone > 0) {
            previous = gone == 1 ? current : 0;
            largestBefore = gone == 1 ? largest : 1;
            current = 0;
            largest = 1;
            period += gone * length;
        }
    }

    /** How many permits to ask for, while so many are held. */
    long wanted(long held) {
        return isHot() ? Math.min(Math.max(0, use() - held), limit.maxPermits()) : 0;
    }

    long use() {
        return Math.max(current, previous);
    }

    boolean isHot() {
        return use() >= FEWEST_CALLS * Math.max(largest, largestBefore);
    }

    long periodEnd() {
        return period + length;
    }
}
