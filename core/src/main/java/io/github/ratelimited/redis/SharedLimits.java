package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.redis.SharedLimit.Origin;
import io.github.ratelimited.store.Limits;
import io.github.ratelimited.store.LocalLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits of all processes, in one hash that each process reads twice a second. An operator's entry decides, else what
 * this process declares, else what another one has registered. What a message might miss while a connection is broken,
 * the next reading finds.
 */
final class SharedLimits implements Limits {

    private static final Logger log = LoggerFactory.getLogger(SharedLimits.class);

    private static final int PERIOD_MILLIS = 500;
    private static final int JITTER_MILLIS = 100;

    private final LimitsHash hash;
    private final Supplier<CompletableFuture<Map<String, SharedLimit>>> readings;
    private final ScheduledExecutorService timer;
    private final Map<String, RateLimit> declared = new ConcurrentHashMap<>();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> firstReading = new CompletableFuture<>();
    private volatile Map<String, SharedLimit> known = Map.of();
    private volatile int changes;
    private volatile boolean closed;

    SharedLimits(LimitsHash hash, ScheduledExecutorService timer) {
        this(hash, hash::readAll, timer);
    }

    /**
     * Makes limits that are read in a way of their own.
     *
     * @param readings what the hash holds, each time it is asked
     */
    SharedLimits(
            LimitsHash hash,
            Supplier<CompletableFuture<Map<String, SharedLimit>>> readings,
            ScheduledExecutorService timer) {
        this.hash = hash;
        this.readings = readings;
        this.timer = timer;
        read();
    }

    private void read() {
        int changesBefore = changes;
        readings.get().whenComplete((entries, failure) -> {
            // A reply from before a change made here would undo it until the next reading.
            if (entries != null && changes == changesBefore) {
                known = entries;
                declared.forEach(this::register);
            }
            firstReading.complete(null);
            if (!closed) {
                int jitter = ThreadLocalRandom.current().nextInt(2 * JITTER_MILLIS) - JITTER_MILLIS;
                timer.schedule(this::read, PERIOD_MILLIS + jitter, TimeUnit.MILLISECONDS);
            }
        });
    }

    private void register(String name, RateLimit limit) {
        SharedLimit entry = known.get(name);
        if (entry == null) {
            hash.putIfAbsent(name, new SharedLimit(limit, Origin.DECLARED));
        } else if (entry.origin() == Origin.DECLARED && !entry.limit().equals(limit) && warned.add(name)) {
            log.warn(
                    "Rate limit '{}' is {} here, but another deployment declares {}; each applies its own",
                    name,
                    limit,
                    entry.limit());
        }
    }

    /** Before the first reading nothing is known, not even whether an operator has changed what is declared here. */
    @Override
    public @Nullable RateLimit find(String name) {
        return firstReading.isDone() ? decide(name) : null;
    }

    private @Nullable RateLimit decide(String name) {
        SharedLimit entry = known.get(name);
        if (entry != null && entry.origin() == Origin.OPERATOR) {
            return entry.limit();
        }
        RateLimit own = declared.get(name);
        return own != null || entry == null ? own : entry.limit();
    }

    @Override
    public CompletionStage<RateLimit> load(String name) {
        return firstReading.thenCompose(ready -> {
            RateLimit limit = decide(name);
            return limit != null ? CompletableFuture.completedFuture(limit) : ask(name);
        });
    }

    private CompletionStage<RateLimit> ask(String name) {
        return hash.read(name).thenApply(entry -> {
            if (entry == null) {
                throw LocalLimits.unknown(name, names());
            }
            learn(name, entry);
            return entry.limit();
        });
    }

    private synchronized void learn(String name, @Nullable SharedLimit entry) {
        Map<String, SharedLimit> entries = new HashMap<>(known);
        if (entry == null) {
            entries.remove(name);
        } else {
            entries.put(name, entry);
        }
        known = Map.copyOf(entries);
        changes++;
    }

    @Override
    public void declare(String name, RateLimit limit) {
        declared.put(name, limit);
    }

    @Override
    public CompletionStage<Boolean> trySet(String name, RateLimit limit) {
        if (declared.containsKey(name)) {
            return CompletableFuture.completedFuture(false);
        }
        SharedLimit entry = new SharedLimit(limit, Origin.OPERATOR);
        return hash.putIfAbsent(name, entry).thenApply(done -> {
            if (done) {
                learn(name, entry);
            }
            return done;
        });
    }

    @Override
    public CompletionStage<Void> set(String name, RateLimit limit) {
        SharedLimit entry = new SharedLimit(limit, Origin.OPERATOR);
        return hash.put(name, entry).thenRun(() -> learn(name, entry));
    }

    @Override
    public CompletionStage<Void> clear(String name) {
        return hash.remove(name).thenRun(() -> learn(name, null));
    }

    @Override
    public boolean isSet(String name) {
        SharedLimit entry = known.get(name);
        return entry != null && entry.origin() == Origin.OPERATOR;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(declared.keySet());
        names.addAll(known.keySet());
        return names;
    }

    @Override
    public void close() {
        closed = true;
    }
}
