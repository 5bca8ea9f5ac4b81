package io.github.ratelimited.redis.limits;

import java.util.function.LongSupplier;

/** The server's clock as of its last reply, moved along by a clock of this process. Safe for use by many threads. */
final class SharedClock implements LongSupplier {

    private final LongSupplier here;
    private final boolean follows;
    private volatile long ahead;

    /**
     * Starts with the time here.
     *
     * @param here microseconds
     * @param follows whether the server's replies count; they do not where the server is told the time of a test
     */
    SharedClock(LongSupplier here, boolean follows) {
        this.here = here;
        this.follows = follows;
    }

    /** Sets the server's time, in us since the epoch. */
    void read(long server) {
        if (follows) {
            ahead = server - here.getAsLong();
        }
    }

    @Override
    public long getAsLong() {
        return here.getAsLong() + ahead;
    }
}
