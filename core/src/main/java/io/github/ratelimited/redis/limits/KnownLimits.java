package io.github.ratelimited.redis.limits;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of the hash of limits, and how far it has read. Each poll applies what has changed, and a
 * part of all limits: so a change without an entry in the log, such as one by hand, is seen when its part is read, at once
 * where the hash is small. When the last change that is known is noted no more, as after a failover or FLUSHALL, all
 * parts are read one after the other. Safe for use by many threads.
 */
final class KnownLimits {

    /** About 20 KB a second, at two polls. */
    private static final int PART = 100;

    /** Keeps Redis busy for less than a millisecond. */
    private static final int PART_OF_ALL = 1000;

    /** A limit, and in which round over the hash it was seen last. */
    private record Entry(SharedLimit limit, int round) {}

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** Names of what was changed here since the current poll began, whose reply would undo it. */
    private final Set<String> changed = new HashSet<>();

    private final AtomicLong changes;
    private String lastChange = "";
    private String cursor = HashPoll.START;
    private int round;
    private boolean readingAll = true;
    /**
     * Starts without limits.
     *
     * @param changes goes up when a limit has changed
     */
    KnownLimits(AtomicLong changes) {
        this.changes = changes;
    }

    @Nullable
    SharedLimit get(String name) {
        Entry entry = entries.get(name);
        return entry == null ? null : entry.limit;
    }

    Set<String> names() {
        return entries.keySet();
    }

    /** Begins a poll. */
    synchronized HashPoll.From begin() {
        changed.clear();
        return new HashPoll.From(lastChange, cursor, readingAll ? PART_OF_ALL : PART);
    }

    /** {@return whether the next poll should follow at once} */
    synchronized boolean learn(HashPoll poll) {
        boolean beginning = cursor.equals(HashPoll.START);
        if (poll.changes().keySet().stream().noneMatch(changed::contains)) {
            lastChange = poll.lastChange();
        }
        if (!poll.gapless()) {
            readingAll = true;
            round++;
            changed.forEach(name -> put(name, get(name)));
            if (!beginning) {
                cursor = HashPoll.START;
                return true;
            }
        }
        poll.changes().forEach(this::take);
        poll.page().forEach(this::take);
        cursor = poll.cursor();
        if (poll.isLast()) {
            if (entries.values().removeIf(entry -> entry.round != round)) {
                changes.incrementAndGet();
            }
            round++;
            readingAll = false;
        }
        return readingAll;
    }

    private void take(String field, String text) {
        if (!changed.contains(field) && !BlockRecord.isField(field)) {
            put(field, SharedLimit.parse(text));
        }
    }

    private void put(String name, @Nullable SharedLimit limit) {
        Entry old = limit == null ? entries.remove(name) : entries.put(name, new Entry(limit, round));
        if (!Objects.equals(limit, old == null ? null : old.limit)) {
            changes.incrementAndGet();
        }
    }

    /** Applies a change that was made here. */
    synchronized void learn(String name, @Nullable SharedLimit limit) {
        put(name, limit);
        changed.add(name);
    }
}
