package io.github.ratelimited.redis.limits;

import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.store.LimiterKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of the limits of single keys, and how far it has read. Each poll applies what has changed. Where
 * the last entry of the log that is known is gone, as after a failover or FLUSHALL, all pages are read one after the other, and
 * what is known stays in force meanwhile. Safe for use by many threads.
 */
final class KnownKeyLimits {

    /** Keeps Redis busy for less than a millisecond. */
    private static final int PAGE = 1000;

    private final KeyLimitTable table;

    /** Keys whose limits were changed here since the current poll began, whose reply would undo it. */
    private final Set<LimiterKey> changed = new HashSet<>();

    /** Keys whose change is in flight and that no poll has returned since: what it returned may be later than the change. */
    private final Set<LimiterKey> asked = new HashSet<>();

    /** Keys whose limits were changed here, that no poll that began later has returned: none will where Redis has lost it. */
    private final Set<LimiterKey> unconfirmed = new HashSet<>();

    /** Keys that were seen since all pages are read again. */
    private final Set<LimiterKey> seen = new HashSet<>();

    private String lastChange = "";
    private String cursor = HashPoll.START;
    private boolean readingAll = true;
    private volatile boolean complete;

    KnownKeyLimits(KeyLimitTable table) {
        this.table = table;
    }

    /** Whether all limits were read at some time. */
    boolean isComplete() {
        return complete;
    }

    synchronized HashPoll.From begin() {
        changed.clear();
        return new HashPoll.From(lastChange, cursor, readingAll ? PAGE : 0);
    }

    /** {@return whether the next poll should follow at once} */
    synchronized boolean learn(HashPoll poll) {
        table.removeEnded();
        Map<LimiterKey, @Nullable SharedKeyLimit> changes = limits(poll.changes());
        boolean more = !poll.lastChange().isEmpty() && poll.gapless();
        unconfirmed.removeIf(key -> !changed.contains(key) && changes.containsKey(key));
        boolean gap = !poll.gapless() || !more && !changed.containsAll(unconfirmed);
        boolean undone = changes.keySet().stream().anyMatch(changed::contains);
        if (!undone && (more || !poll.gapless())) {
            lastChange = poll.lastChange();
        }
        if (gap) {
            asked.clear();
            unconfirmed.retainAll(changed);
        }
        boolean beginning = readingAll && cursor.equals(HashPoll.START);
        if (gap && !beginning) {
            readingAll = true;
            cursor = HashPoll.START;
            return true;
        }
        if (beginning) {
            seen.retainAll(changed);
        }
        changes.forEach(this::take);
        if (readingAll) {
            limits(poll.page()).forEach(this::take);
            cursor = poll.cursor();
            if (poll.isLast()) {
                end();
            }
        }
        return more || readingAll;
    }

    private static Map<LimiterKey, @Nullable SharedKeyLimit> limits(Map<String, String> texts) {
        Map<LimiterKey, @Nullable SharedKeyLimit> limits = new LinkedHashMap<>();
        texts.forEach((field, text) -> {
            LimiterKey limiterKey = SharedKeyLimit.limiterKey(field);
            if (limiterKey != null) {
                limits.put(limiterKey, SharedKeyLimit.parse(text));
            }
        });
        return limits;
    }

    private void end() {
        table.all().stream().filter(known -> !seen.contains(known)).forEach(table::remove);
        seen.clear();
        readingAll = false;
        complete = true;
    }

    private void take(LimiterKey limiterKey, @Nullable SharedKeyLimit limit) {
        if (!changed.contains(limiterKey)) {
            asked.remove(limiterKey);
            put(limiterKey, limit);
        }
    }

    private void put(LimiterKey limiterKey, @Nullable SharedKeyLimit limit) {
        if (readingAll) {
            seen.add(limiterKey);
        }
        if (limit == null) {
            table.remove(limiterKey);
        } else {
            table.put(limiterKey, limit.limit(), limit.until());
        }
    }

    /** Records changes that are sent; those before are answered. */
    synchronized void asks(Collection<LimiterKey> limiterKeys) {
        asked.clear();
        asked.addAll(limiterKeys);
    }

    /** Applies a change that was made here, unless a poll has returned the key meanwhile: the next poll has the rest. */
    synchronized void learn(LimiterKey limiterKey, @Nullable SharedKeyLimit limit) {
        if (asked.contains(limiterKey)) {
            put(limiterKey, limit);
            changed.add(limiterKey);
            unconfirmed.add(limiterKey);
        }
    }
}
