package io.github.ratelimited.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The keys that this process has blocked or found blocked, until their blocks end. Safe for use by many threads. */
final class KnownKeyBlocks {

    private static final int MOST = 10_000;

    /** Two answers about one block differ by the ways that they took. */
    private static final long SAME = 1_000_000;

    /**
     * A block.
     *
     * @param end in microseconds on the clock
     * @param learned when it was heard of last
     */
    private record Known(long end, long learned) {

        boolean isLike(long other) {
            return Math.abs(end - other) <= SAME;
        }
    }

    private final LongSupplier clock;
    private final Cache<LimiterKey, Known> known;
    private final AtomicBoolean any;

    /**
     * Starts without blocks.
     *
     * @param clock microseconds
     * @param any spares processes without blocks the lookup
     */
    KnownKeyBlocks(LongSupplier clock, AtomicBoolean any) {
        this.clock = clock;
        this.any = any;
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST)
                .ticker(() -> TimeUnit.MICROSECONDS.toNanos(clock.getAsLong()))
                .executor(Runnable::run)
                .expireAfter(Expiry.<LimiterKey, Known>writing(
                        (key, block) -> Duration.of(block.end - block.learned, ChronoUnit.MICROS)))
                .build();
    }

    /** {@return whether it is another block than the one that was known} */
    boolean learn(LimiterKey limiterKey, long left) {
        long now = clock.getAsLong();
        Known before = known.getIfPresent(limiterKey);
        if (before != null && now - before.learned < SAME && before.isLike(now + left)) {
            return false;
        }
        any.set(true);
        known.put(limiterKey, new Known(now + left, now));
        return before == null || !before.isLike(now + left);
    }

    void forget(LimiterKey limiterKey) {
        known.invalidate(limiterKey);
    }

    /** Forgets one that is not there any more, unless what says so may have been asked before it was. */
    boolean outdate(LimiterKey limiterKey) {
        return any.get() && !isFresh(limiterKey) && known.asMap().remove(limiterKey) != null;
    }

    long left(LimiterKey limiterKey) {
        Known block = any.get() ? known.getIfPresent(limiterKey) : null;
        return block == null ? 0 : Math.max(0, block.end - clock.getAsLong());
    }

    /** Whether it was heard of within the last second. */
    boolean isFresh(LimiterKey limiterKey) {
        Known block = any.get() ? known.getIfPresent(limiterKey) : null;
        return block != null && clock.getAsLong() - block.learned < SAME;
    }
}
