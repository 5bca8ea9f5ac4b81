package io.github.ratelimited.redis.limits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The limits and the blocks that this process knows by name, which lie in one hash. Safe for use by many threads. */
final class KnownLimits extends KnownHash<String> {

    /** About 20 KB a second, at two polls. A change by hand is seen at the next poll where the hash is small. */
    private static final int PART = 100;

    private final Map<String, SharedLimit> limits = new ConcurrentHashMap<>();
    private final Map<String, BlockRecord> blocks = new ConcurrentHashMap<>();
    private final AtomicLong changes;
    private final AtomicBoolean anyBlock = new AtomicBoolean();

    /**
     * Starts with none.
     *
     * @param changes goes up when a limit has changed
     */
    KnownLimits(AtomicLong changes) {
        super(PART);
        this.changes = changes;
    }

    @Nullable
    SharedLimit get(String name) {
        return limits.get(name);
    }

    Set<String> names() {
        return limits.keySet();
    }

    /** {@return whether there has been any block} */
    AtomicBoolean anyBlock() {
        return anyBlock;
    }

    @Nullable
    BlockRecord block(String name) {
        return blocks.isEmpty() ? null : blocks.get(name);
    }

    /** Forgets some of the blocks that have ended; returns them by name. */
    Map<String, BlockRecord> forgetEnded(long now, int most) {
        Map<String, BlockRecord> ended = blocks.entrySet().stream()
                .filter(block -> block.getValue().until() <= now)
                .limit(most)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        ended.forEach(blocks::remove);
        return ended;
    }

    @Override
    String entry(String field) {
        return field;
    }

    @Override
    String field(String entry) {
        return entry;
    }

    @Override
    Collection<String> all() {
        List<String> fields = new ArrayList<>(limits.keySet());
        blocks.keySet().forEach(name -> fields.add(BlockRecord.field(name)));
        return fields;
    }

    @Override
    void put(String field, String text) {
        if (BlockRecord.isField(field)) {
            putBlock(BlockRecord.name(field), BlockRecord.parse(text));
        } else {
            putLimit(field, SharedLimit.parse(text));
        }
    }

    private void putBlock(String name, @Nullable BlockRecord block) {
        if (block == null) {
            blocks.remove(name);
        } else {
            anyBlock.set(true);
            blocks.put(name, block);
        }
    }

    private void putLimit(String name, @Nullable SharedLimit limit) {
        SharedLimit old = limit == null ? limits.remove(name) : limits.put(name, limit);
        if (!Objects.equals(limit, old)) {
            changes.incrementAndGet();
        }
    }
}
