package io.github.ratelimited.redis.limits;

import java.util.HashSet;
import java.util.List;
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

    private final Map<String, SharedLimit> limits = new ConcurrentHashMap<>();

    /** Names of what was changed here since the current poll began, whose reply would undo it. */
    private final Set<String> changed = new HashSet<>();

    /** Names that were not seen yet in this round over the hash. */
    private final Set<String> unseen = new HashSet<>();

    private final AtomicLong changes;
    private String lastChange = "";
    private String cursor = HashPoll.START;
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
        return limits.get(name);
    }

    Set<String> names() {
        return limits.keySet();
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
            unseen.addAll(limits.keySet());
            unseen.removeAll(changed);
            if (!beginning) {
                cursor = HashPoll.START;
                return true;
            }
        }
        poll.changes().forEach(this::take);
        poll.page().forEach(this::take);
        cursor = poll.cursor();
        if (poll.isLast()) {
            List.copyOf(unseen).forEach(name -> put(name, null));
            unseen.addAll(limits.keySet());
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
        unseen.remove(name);
        SharedLimit old = limit == null ? limits.remove(name) : limits.put(name, limit);
        if (!Objects.equals(limit, old)) {
            changes.incrementAndGet();
        }
    }

    /** Applies a change that was made here. */
    synchronized void learn(String name, @Nullable SharedLimit limit) {
        put(name, limit);
        changed.add(name);
    }
}
