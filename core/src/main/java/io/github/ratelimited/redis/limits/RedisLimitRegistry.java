package io.github.ratelimited.redis.limits;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.local.LocalLimitRegistry;
import io.github.ratelimited.redis.limits.SharedLimit.Origin;
import io.github.ratelimited.store.LimitRegistry;
import java.util.HashMap;
import java.util.HashSet;
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
 * this process declares, else what is registered, which is what was declared last. What a message might miss while a
 * connection is broken, the next reading finds.
 */
public final class RedisLimitRegistry implements LimitRegistry {

    private static final Logger log = LoggerFactory.getLogger(RedisLimitRegistry.class);

    private static final int PERIOD_MILLIS = 500;
    private static final int JITTER_MILLIS = 100;

    private final LimitsHash hash;
    private final Supplier<CompletableFuture<Map<String, SharedLimit>>> readings;
    private final ScheduledExecutorService timer;
    private final Map<String, RateLimit> declared = new ConcurrentHashMap<>();
    private final Map<String, RateLimit> registered = new ConcurrentHashMap<>();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private final Map<String, RateLimit> overruled = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> firstReading = new CompletableFuture<>();
    private volatile Map<String, SharedLimit> known = Map.of();
    /** Names of what was changed here since the reading on its way began. */
    private final Set<String> changed = new HashSet<>();

    private volatile boolean closed;
    private volatile boolean failed;

    public RedisLimitRegistry(LimitsHash hash, ScheduledExecutorService timer) {
        this(hash, hash::readAll, timer);
    }

    /**
     * Makes limits that are read in a way of their own.
     *
     * @param readings what the hash holds, each time it is asked
     */
    public RedisLimitRegistry(
            LimitsHash hash,
            Supplier<CompletableFuture<Map<String, SharedLimit>>> readings,
            ScheduledExecutorService timer) {
        this.hash = hash;
        this.readings = readings;
        this.timer = timer;
        read();
    }

    /** Whatever is thrown, the next reading comes: without it limits that others set would never be seen again. */
    private void read() {
        try {
            begin();
            readings.get().whenComplete((entries, failure) -> {
                try {
                    if (entries != null) {
                        learnAll(entries);
                        declared.forEach(this::register);
                        declared.forEach(this::tell);
                    }
                } catch (Throwable ex) {
                    warn(ex);
                } finally {
                    readLater();
                }
            });
        } catch (Throwable ex) {
            warn(ex);
            readLater();
        }
    }

    private void readLater() {
        firstReading.complete(null);
        if (!closed) {
            int jitter = ThreadLocalRandom.current().nextInt(2 * JITTER_MILLIS) - JITTER_MILLIS;
            timer.schedule(this::read, PERIOD_MILLIS + jitter, TimeUnit.MILLISECONDS);
        }
    }

    private void warn(Throwable thrown) {
        if (!failed) {
            failed = true;
            log.warn("The limits of other instances could not be taken over; the next reading comes", thrown);
        }
    }

    private synchronized void begin() {
        changed.clear();
    }

    /** A reply from before a change made here would undo it until the next reading. */
    private synchronized void learnAll(Map<String, SharedLimit> entries) {
        Map<String, SharedLimit> learnt = new HashMap<>(entries);
        learnt.keySet().removeAll(changed);
        changed.stream().filter(known::containsKey).forEach(name -> learnt.put(name, known.get(name)));
        known = Map.copyOf(learnt);
    }

    /** Once for each limit: of deployments that disagree the one that was started last has the entry, and none fights. */
    private void register(String name, RateLimit limit) {
        SharedLimit own = new SharedLimit(limit, Origin.DECLARED);
        SharedLimit entry = known.get(name);
        if (entry == null) {
            hash.putIfAbsent(name, own);
        } else if (entry.equals(own)) {
            registered.put(name, limit);
        } else if (entry.origin() == Origin.DECLARED && !limit.equals(registered.get(name))) {
            hash.replace(name, entry, own).thenAccept(done -> {
                registered.put(name, limit);
                if (done) {
                    log.info("Rate limit '{}' was {} and is {} from now on", name, entry.limit(), limit);
                }
            });
        } else if (entry.origin() == Origin.DECLARED && warned.add(name)) {
            log.warn(
                    "Rate limit '{}' is {} here, but another deployment declares {}; each applies its own",
                    name,
                    limit,
                    entry.limit());
        }
    }

    /** Once for each change, so that whoever looks for a rate that has no effect finds why. */
    private void tell(String name, RateLimit limit) {
        SharedLimit entry = known.get(name);
        RateLimit operators = entry != null && entry.origin() == Origin.OPERATOR ? entry.limit() : null;
        if (operators == null && overruled.remove(name) != null) {
            log.info("Rate limit '{}' is {} again, as it is declared", name, limit);
        } else if (operators != null && !operators.equals(overruled.put(name, operators))) {
            log.info("Rate limit '{}' is {}, which an operator has set, instead of {}", name, operators, limit);
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
                throw LocalLimitRegistry.unknown(name, names());
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
        changed.add(name);
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

    /** Programs that know only the name find what is declared at once. */
    @Override
    public CompletionStage<Void> clear(String name) {
        RateLimit own = declared.get(name);
        SharedLimit entry = own == null ? null : new SharedLimit(own, Origin.DECLARED);
        CompletableFuture<?> done = entry == null ? hash.remove(name) : hash.put(name, entry);
        return done.thenRun(() -> learn(name, entry));
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
