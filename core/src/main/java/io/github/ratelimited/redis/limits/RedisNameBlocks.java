package io.github.ratelimited.redis.limits;

import io.github.ratelimited.block.NameBlocks;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

    /** Names of those that were changed here since the current poll began, whose reply would undo it. */
    private final Set<String> changed = new HashSet<>();

    /** Names of those that were not seen yet in this round over the hash. */
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
        change(name, block);
        return hash.awaitReplica().thenRun(() -> {});
    }

    private synchronized void change(String name, @Nullable BlockRecord block) {
        put(name, block);
        changed.add(name);
    }

    /** {@return what the hash of limits and blocks answers, whose blocks are applied} */
    CompletableFuture<HashPoll> poll(HashPoll.From from) {
        begin();
        return hash.poll(from).thenApply(poll -> learn(from, poll));
    }

    /** Begins a poll. */
    synchronized void begin() {
        changed.clear();
    }

    /** Applies what a poll has returned; returns it so that what it must not undo is read again. */
    synchronized HashPoll learn(HashPoll.From from, HashPoll poll) {
        ahead = poll.time() - clock.getAsLong();
        if (!poll.gapless()) {
            unseen.addAll(known.keySet());
            unseen.removeAll(changed);
        }
        poll.changes().forEach(this::take);
        poll.page().forEach(this::take);
        // Where something is missing in the middle of a round, another round follows.
        if (poll.isLast() && (poll.gapless() || from.cursor().equals(HashPoll.START))) {
            unseen.forEach(known::remove);
            unseen.addAll(known.keySet());
        }
        long now = serverTime();
        known.entrySet().stream()
                .filter(entry -> entry.getValue().until() <= now)
                .limit(MOST_REMOVED)
                .forEach(entry -> remove(entry.getKey(), entry.getValue()));
        return poll.changes().keySet().stream().anyMatch(this::isChanged) ? poll.after(from.lastChange()) : poll;
    }

    private void take(String field, String text) {
        if (BlockRecord.isField(field) && !isChanged(field)) {
            put(BlockRecord.name(field), BlockRecord.parse(text));
        }
    }

    private boolean isChanged(String field) {
        return BlockRecord.isField(field) && changed.contains(BlockRecord.name(field));
    }

    private void put(String name, @Nullable BlockRecord block) {
        unseen.remove(name);
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
