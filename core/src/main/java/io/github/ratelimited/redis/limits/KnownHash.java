package io.github.ratelimited.redis.limits;

import io.github.ratelimited.internal.CurrentThread;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of a hash that all processes change, and how far it has read. Each poll applies what has changed.
 * Where the last change that is known is logged no more, as after a failover or FLUSHALL, all pages are read one after the
 * other, and what is known stays in force meanwhile.
 *
 * <p>What is changed here is in force at once. A poll that is on its way then may be older or newer, so it says nothing about
 * such an entry; the next one asks for it again. Safe for use by many threads.
 *
 * @param <K> what stands for a field
 */
abstract class KnownHash<K> {

    /** Keeps Redis busy for less than a millisecond. */
    private static final int PAGE = 1000;

    private final int part;

    /** How many changes of an entry are on their way. */
    private final Map<K, Integer> sent = new HashMap<>();

    /** Entries that were changed here, and that no poll that began later has returned. */
    private final Set<K> own = new LinkedHashSet<>();

    /** Those of them that the current poll asks for. */
    private final Set<K> asked = new HashSet<>();

    /** Entries that were not seen yet in this round over the hash. */
    private final Set<K> unseen = new HashSet<>();

    private String lastChange = "";
    private String cursor = PollReply.START;
    private boolean readingAll = true;

    /** {@code part} is about how many fields to read with each poll, so that a change that is not logged is seen as well. */
    KnownHash(int part) {
        this.part = part;
    }

    /** {@return what a field stands for, {@code null} for nothing} */
    abstract @Nullable K entry(String field);

    abstract String field(K entry);

    /** {@return all that are known} */
    abstract Collection<K> all();

    /** Applies the text of a field, empty where there is none. */
    abstract void put(K entry, String text);

    /** All were read. */
    void complete() {}

    /** Begins a poll. */
    final synchronized PollReply.From begin() {
        asked.clear();
        own.stream().filter(entry -> !sent.containsKey(entry)).limit(PAGE).forEach(asked::add);
        List<String> again = asked.stream().map(this::field).toList();
        return new PollReply.From(lastChange, cursor, readingAll ? PAGE : part, again);
    }

    /** {@return whether the next poll should follow at once} */
    synchronized boolean learn(PollReply poll) {
        boolean reading = readingAll || part > 0;
        boolean beginning = reading && cursor.equals(PollReply.START);
        if (!poll.gapless()) {
            readingAll = true;
            if (!beginning) {
                cursor = PollReply.START;
                return true;
            }
        }
        if (beginning) {
            unseen.clear();
            unseen.addAll(all());
        }
        poll.changes().forEach(this::take);
        poll.page().forEach(this::take);
        own.removeAll(asked);
        lastChange = poll.lastChange();
        cursor = poll.cursor();
        if (reading && poll.isLast()) {
            unseen.stream().filter(this::isCertain).forEach(entry -> put(entry, ""));
            unseen.clear();
            readingAll = false;
            complete();
        }
        return readingAll || poll.more() || own.size() >= PAGE;
    }

    private void take(String field, String text) {
        K entry = entry(field);
        if (entry != null && isCertain(entry)) {
            unseen.remove(entry);
            put(entry, text);
        }
    }

    /** Whether the current poll began after all changes of it that were made here. */
    private boolean isCertain(K entry) {
        return !sent.containsKey(entry) && (!own.contains(entry) || asked.contains(entry));
    }

    /** Makes a change, whose answer is the new text, empty where it removes, {@code null} where nothing was changed. */
    final CompletableFuture<@Nullable String> change(K entry, Supplier<CompletableFuture<@Nullable String>> change) {
        CurrentThread.requireStack();
        sends(entry);
        try {
            return change.get().whenComplete((text, failure) -> answered(entry, text));
        } catch (RuntimeException | Error ex) {
            answered(entry, null);
            throw ex;
        }
    }

    /** A change is sent. */
    final synchronized void sends(K entry) {
        sent.merge(entry, 1, Integer::sum);
    }

    /** A change that was sent is answered, {@code text} being {@code null} where it was not made, or may not have been. */
    final synchronized void answered(K entry, @Nullable String text) {
        sent.computeIfPresent(entry, (key, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        learn(entry, text);
    }

    /** Applies what was read or changed apart from polls. */
    final synchronized void learn(K entry, @Nullable String text) {
        own.add(entry);
        asked.remove(entry);
        if (text != null) {
            put(entry, text);
        }
    }
}
