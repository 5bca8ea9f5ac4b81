package io.github.ratelimited.redis.limits;

import io.github.ratelimited.block.NameBlocks;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Blocks of whole limiters beside the limits of all processes, which each process reads twice a second. An end is a moment
 * of the server's clock. Safe for use by many threads.
 */
final class RedisNameBlocks implements NameBlocks {

    /** So that a reading that finds many does not keep Redis busy. */
    private static final int MOST_REMOVED = 10;

    private final LimitsHash hash;
    private final KnownLimits known;
    private final SharedClock clock;

    /**
     * Starts without blocks.
     *
     * @param hash holds them beside limits
     * @param known what is known of it
     * @param clock the server's
     */
    RedisNameBlocks(LimitsHash hash, KnownLimits known, SharedClock clock) {
        this.hash = hash;
        this.known = known;
        this.clock = clock;
    }

    @Override
    public AtomicBoolean any() {
        return known.anyBlock();
    }

    @Override
    public long left(String name) {
        BlockRecord block = known.block(name);
        return block == null ? 0 : Math.max(0, block.until() - clock.getAsLong());
    }

    @Override
    public CompletionStage<Void> block(String name, Duration duration) {
        return known.change(
                        BlockRecord.field(name),
                        () -> duration.isZero()
                                ? hash.unblock(name).thenApply(done -> "")
                                : hash.block(name, Micros.roundUp(duration))
                                        .thenApply(until -> new BlockRecord(until).text()))
                .thenCompose(text -> hash.awaitReplica())
                .thenRun(() -> {});
    }

    /** Sets the server's time. */
    void read(long serverTime) {
        clock.read(serverTime);
    }

    /** Removes what has ended, unless it has become another block. */
    void removeEnded() {
        known.forgetEnded(clock.getAsLong(), MOST_REMOVED).forEach(hash::removeBlock);
    }
}
