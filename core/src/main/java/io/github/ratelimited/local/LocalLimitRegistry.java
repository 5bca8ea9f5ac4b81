package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The limits of this process alone. */
public sealed class LocalLimitRegistry implements LimitRegistry permits OpenRateLimiters.OpenLimits {

    private final Map<String, AppliedLimit> set = new ConcurrentHashMap<>();
    private final Map<String, AppliedLimit> declared = new ConcurrentHashMap<>();
    private final LongSupplier clock;
    private final KeyLimitTable keys;

    /** Starts without limits. */
    public LocalLimitRegistry() {
        this(Micros.monotonicClock());
    }

    /**
     * Starts without limits.
     *
     * @param clock microseconds since the epoch, by which limits of single keys end
     */
    public LocalLimitRegistry(LongSupplier clock) {
        this.clock = clock;
        this.keys = new KeyLimitTable(clock);
        keys.complete(true);
    }

    @Override
    public @Nullable AppliedLimit find(String name) {
        AppliedLimit limit = set.get(name);
        return limit != null ? limit : declared.get(name);
    }

    @Override
    public @Nullable RateLimit declared(String name) {
        AppliedLimit limit = declared.get(name);
        return limit == null ? null : limit.limit();
    }

    @Override
    public KeyLimitTable keys() {
        return keys;
    }

    @Override
    public CompletionStage<@Nullable AppliedLimit> load(LimiterKey limiterKey) {
        return CompletableFuture.completedFuture(keys.find(limiterKey));
    }

    @Override
    public synchronized CompletionStage<Boolean> set(
            LimiterKey limiterKey, RateLimit limit, @Nullable Duration validFor, boolean replaces) {
        keys.removeEnded();
        AppliedLimit held = keys.find(limiterKey);
        if (held != null && !replaces) {
            return CompletableFuture.completedFuture(false);
        }
        if (held == null && keys.size() >= KeyLimitTable.MOST) {
            return CompletableFuture.failedFuture(KeyLimitTable.full(limiterKey));
        }
        keys.put(limiterKey, limit, validFor == null ? 0 : clock.getAsLong() + Micros.of(validFor));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public synchronized CompletionStage<Void> clear(LimiterKey limiterKey) {
        keys.remove(limiterKey);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<AppliedLimit> load(String name) {
        AppliedLimit limit = find(name);
        return limit != null
                ? CompletableFuture.completedFuture(limit)
                : CompletableFuture.failedFuture(unknown(name, names()));
    }

    /** {@return the failure of a name that has no limit} */
    public static IllegalStateException unknown(String name, Set<String> known) {
        return new IllegalStateException("No rate limit named '" + name + "'; known are " + known
                + ". A limit has a rate and an interval, in the configuration or from declare");
    }

    @Override
    public void declare(String name, RateLimit limit) {
        declared.put(name, new AppliedLimit(limit, Origin.DECLARED));
        changes().incrementAndGet();
    }

    @Override
    public synchronized CompletionStage<Boolean> set(String name, RateLimit limit, boolean replaces) {
        boolean done = replaces || !declared.containsKey(name) && !set.containsKey(name);
        if (done) {
            set.put(name, new AppliedLimit(limit, Origin.NAME));
            changes().incrementAndGet();
        }
        return CompletableFuture.completedFuture(done);
    }

    @Override
    public CompletionStage<Void> clear(String name) {
        if (set.remove(name) != null) {
            changes().incrementAndGet();
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isSet(String name) {
        return set.containsKey(name);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(declared.keySet());
        names.addAll(set.keySet());
        return names;
    }

    @Override
    public void close() {}
}
