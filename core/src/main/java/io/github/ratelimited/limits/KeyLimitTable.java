package io.github.ratelimited.limits;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.LimiterKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits of single keys by name and key, some of which end. Keys with the same limit share it: so one takes about 120 bytes
 * with a short key, and about as much again where it ends. Safe for use by many threads.
 */
public final class KeyLimitTable {

    /** Most limits of single keys at once. */
    public static final int MOST = 200_000;

    /** Enough to keep up with those that are set, and never a pause. */
    private static final int REMOVED_AT_ONCE = 100;

    private static final int MOST_SHARED = 1_000;

    private final LongSupplier clock;
    private final Map<String, Map<String, Entry>> names = new ConcurrentHashMap<>();
    private final Map<RateLimit, AppliedLimit> shared = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<End, Boolean> ends = new ConcurrentSkipListMap<>(
            Comparator.comparingLong(End::until).thenComparing(End::limiter).thenComparing(End::key));
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean complete;

    /** A limit, and the moment it ends, 0 for never. */
    private record Entry(AppliedLimit limit, long until) {}

    private record End(long until, String limiter, String key) {}

    /**
     * Starts empty.
     *
     * @param clock microseconds since the epoch, by which limits end
     */
    public KeyLimitTable(LongSupplier clock) {
        this.clock = clock;
    }

    private Map<String, Entry> name(String name) {
        return names.getOrDefault(name, Map.of());
    }

    /** Says whether each key that has a limit is in the table, which none is before it is said. */
    public void complete(boolean all) {
        if (complete != all) {
            complete = all;
            changes.incrementAndGet();
        }
    }

    /** Counts the changes of limits, of all that are known by who shares it. */
    public AtomicLong changes() {
        return changes;
    }

    /** {@return whether each key that has a limit is in the table} */
    public boolean isComplete() {
        return complete;
    }

    /** {@return whether no key of a name has a limit, which is not known before all were read} */
    boolean isEmpty(String name) {
        return complete && name(name).isEmpty();
    }

    private @Nullable AppliedLimit inForce(@Nullable Entry entry) {
        return entry != null && (entry.until == 0 || clock.getAsLong() < entry.until) ? entry.limit : null;
    }

    /** The limit of a key that has not ended. */
    public @Nullable AppliedLimit find(LimiterKey limiterKey) {
        return inForce(name(limiterKey.limiter()).get(limiterKey.key()));
    }

    /**
     * Puts a limit in the place of that of a key.
     *
     * @param until the moment it ends, 0 for never
     */
    public void put(LimiterKey limiterKey, RateLimit limit, long until) {
        if (shared.size() > MOST_SHARED) {
            shared.clear();
        }
        AppliedLimit applied = shared.computeIfAbsent(limit, any -> new AppliedLimit(any, Origin.KEY));
        Entry old = names.computeIfAbsent(limiterKey.limiter(), missing -> new ConcurrentHashMap<>())
                .put(limiterKey.key(), new Entry(applied, until));
        if (old == null) {
            size.incrementAndGet();
        }
        changes.incrementAndGet();
        forgetEnd(limiterKey, old);
        if (until != 0) {
            ends.put(new End(until, limiterKey.limiter(), limiterKey.key()), true);
        }
    }

    /** The failure of a limit that is one too many. */
    public static IllegalStateException full(LimiterKey limiterKey) {
        return new IllegalStateException("The limit of a key of '" + limiterKey.limiter() + "' is not set: there are "
                + MOST + " limits of single keys, and no more fit. Remove some, or use plans or a LimitSource");
    }

    /** Removes the limit of a key. */
    public void remove(LimiterKey limiterKey) {
        Map<String, Entry> keys = names.get(limiterKey.limiter());
        Entry old = keys == null ? null : keys.remove(limiterKey.key());
        if (old != null) {
            size.decrementAndGet();
            changes.incrementAndGet();
        }
        forgetEnd(limiterKey, old);
    }

    private void forgetEnd(LimiterKey limiterKey, @Nullable Entry old) {
        if (old != null && old.until != 0) {
            ends.remove(new End(old.until, limiterKey.limiter(), limiterKey.key()));
        }
    }

    /** Removes some of those that have ended. */
    public void removeEnded() {
        long now = clock.getAsLong();
        for (int removed = 0; removed < REMOVED_AT_ONCE; removed++) {
            Map.Entry<End, Boolean> first = ends.firstEntry();
            if (first == null || first.getKey().until > now) {
                return;
            }
            remove(new LimiterKey(first.getKey().limiter, first.getKey().key));
            ends.remove(first.getKey());
        }
    }

    /** {@return how many there are, some of which may have ended} */
    public int size() {
        return size.get();
    }

    /** {@return all keys that have a limit} */
    public List<LimiterKey> all() {
        return names.entrySet().stream()
                .flatMap(name -> name.getValue().keySet().stream().map(key -> new LimiterKey(name.getKey(), key)))
                .toList();
    }

    /**
     * {@return some of the keys that have a limit, sorted by key}
     *
     * @param after the key before them, empty to begin
     * @param most how many at most
     */
    public List<KeyLimit> page(String name, String after, int most) {
        return name(name).entrySet().stream()
                .filter(entry -> entry.getKey().compareTo(after) > 0 && inForce(entry.getValue()) != null)
                .sorted(Map.Entry.comparingByKey())
                .limit(most)
                .map(entry -> new KeyLimit(
                        entry.getKey(),
                        entry.getValue().limit.limit(),
                        entry.getValue().until == 0
                                ? null
                                : Instant.EPOCH.plus(entry.getValue().until, ChronoUnit.MICROS)))
                .toList();
    }

    /** {@return how many keys of a name have a limit} */
    public int count(String name) {
        return name(name).size();
    }
}
