package io.github.ratelimited.lease;

/** Permits that this process is granted of one key, by periods of one lease. Under the lock of its {@link LeasedKey}. */
final class LeaseUse {

    /** Fewer calls in a lease cost more by leases than without. */
    private static final int FEWEST_CALLS = 4;

    private final long length;
    private long period;
    private long current;
    private long previous;
    private volatile long largest = 1;
    private long largestBefore = 1;

    LeaseUse(long length, long now) {
        this.length = length;
        this.period = now;
    }

    void add(long permits) {
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

    long permits() {
        return Math.max(current, previous);
    }

    boolean isHot() {
        return permits() >= FEWEST_CALLS * Math.max(largest, largestBefore);
    }

    long periodEnd() {
        return period + length;
    }
}
