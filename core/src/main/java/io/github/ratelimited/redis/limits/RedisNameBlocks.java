package io.github.ratelimited.redis.limits;

import io.github.ratelimited.block.NameBlocks;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of whole limiters beside the limits of all processes, which each process reads twice a second. An end is a moment
 * of the server's clock. Safe for use by many threads.
 */
public final class RedisNameBlocks implements NameBlocks {

    /** So that a reading that finds many does not keep Redis busy. */
    private static final int MOST_REMOVED = 10;

    private final LimitsHash hash;
    private final LongSupplier clock;
    private final AtomicBoolean any = new AtomicBoolean();
    private final Map<String, BlockRecord> known = new ConcurrentHashMap<>();

    /** Those that were not seen again since everything has to be read again. */
    private final Set<String> unseen = new HashSet<>();

    /** How far the server's clock is ahead of this one. */
    private volatile long ahead;

    /**
     * Starts without blocks.
     *
     * @param hash holds them beside limits
     * @param clock microseconds
     */
    public RedisNameBlocks(LimitsHash hash, LongSupplier clock) {
        this.hash = hash;
        this.clock = clock;
    }

    LimitsHash hash() {
        return hash;
    }

    @Override
    public AtomicBoolean any() {
        return any;
    }

    @Override
    public long left(String name) {
        BlockRecord block = known.isEmpty() ? null : known.get(name);
        return block == null ? 0 : Math.max(0, block.until() - serverTime());
    }

    private long serverTime() {
        return clock.getAsLong() + ahead;
    }

    @Override
    public CompletionStage<Void> block(String name, Duration duration) {
        return duration.isZero()
                ? hash.unblock(name).thenCompose(done -> made(name, null))
                : hash.block(name, Micros.roundUp(duration)).thenCompose(until -> made(name, new BlockRecord(until)));
    }

    private CompletionStage<Void> made(String name, @Nullable BlockRecord block) {
        put(name, block);
        return hash.awaitReplica().thenRun(() -> {});
    }

    /** Applies what a poll has returned; one that was asked for before an own change may undo it until the next. */
    synchronized HashPoll learn(HashPoll poll) {
        ahead = poll.time() - clock.getAsLong();
        if (!poll.gapless()) {
            unseen.addAll(known.keySet());
        }
        poll.changes().forEach(this::take);
        poll.page().forEach(this::take);
        if (poll.isLast()) {
            unseen.forEach(known::remove);
            unseen.clear();
        }
        long now = serverTime();
        known.entrySet().stream()
                .filter(entry -> entry.getValue().until() <= now)
                .limit(MOST_REMOVED)
                .forEach(entry -> remove(entry.getKey(), entry.getValue()));
        return poll;
    }

    private void take(String field, String text) {
        if (BlockRecord.isField(field)) {
            unseen.remove(BlockRecord.name(field));
            put(BlockRecord.name(field), BlockRecord.parse(text));
        }
    }

    private void put(String name, @Nullable BlockRecord block) {
        if (block == null) {
            known.remove(name);
        } else {
            any.set(true);
            known.put(name, block);
        }
    }

    /** The first wins; another block that was made meanwhile stays. */
    private void remove(String name, BlockRecord ended) {
        known.remove(name, ended);
        hash.removeBlock(name, ended);
    }
}
