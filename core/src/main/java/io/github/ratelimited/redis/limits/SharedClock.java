package io.github.ratelimited.redis.limits;

import io.github.ratelimited.store.Micros;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's clock as of its last reply, moved along by the monotonic clock; a test's clock instead where there is one. Safe
 * for use by many threads.
 */
final class SharedClock implements LongSupplier {

    private final boolean set;
    private final LongSupplier here;
    private volatile long ahead;

    SharedClock(@Nullable InstantSource testClock) {
        this.set = testClock != null;
        this.here = testClock != null ? Micros.clock(testClock) : Micros.monotonicClock();
    }

    /** Sets the server's time, in us since the epoch. */
    void read(long server) {
        if (!set) {
            ahead = server - here.getAsLong();
        }
    }

    @Override
    public long getAsLong() {
        return here.getAsLong() + ahead;
    }
}
