package io.github.ratelimited.local;

import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimits;
import io.github.ratelimited.limits.LimitRegistry;
import io.github.ratelimited.store.Micros;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The limits of this process alone. */
public sealed class LocalLimitRegistry implements LimitRegistry permits OpenLimitRegistry {

    /** The limits of one name, one after the other as they are in force. */
    private static final class OneName {

        volatile @Nullable AppliedLimit set;
        volatile @Nullable AppliedLimit declared;

        @Nullable
        AppliedLimit get() {
            AppliedLimit limit = set;
            return limit != null ? limit : declared;
        }

        void set(RateLimit limit) {
            set = new AppliedLimit(limit, Origin.NAME);
        }

        synchronized boolean trySet(RateLimit limit) {
            boolean free = get() == null;
            if (free) {
                set(limit);
            }
            return free;
        }
    }

    private final Map<String, OneName> limits = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private final LocalKeyLimits keys;

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
        this.keys = new LocalKeyLimits(clock);
    }

    private OneName name(String name) {
        return limits.computeIfAbsent(name, missing -> new OneName());
    }

    @Override
    public @Nullable AppliedLimit find(String name) {
        OneName known = limits.get(name);
        return known == null ? null : known.get();
    }

    @Override
    public @Nullable RateLimit declared(String name) {
        OneName known = limits.get(name);
        AppliedLimit declared = known == null ? null : known.declared;
        return declared == null ? null : declared.limit();
    }

    @Override
    public KeyLimits keys() {
        return keys;
    }

    @Override
    public CompletionStage<RateLimit> load(String name) {
        AppliedLimit limit = find(name);
        if (closed) {
            return CompletableFuture.failedFuture(
                    new RateLimiterUnavailableException("The rate limiters are closed", null));
        }
        return limit != null
                ? CompletableFuture.completedFuture(limit.limit())
                : CompletableFuture.failedFuture(unknown(name, names()));
    }

    /**
     * The failure of a name that has no limit.
     *
     * @param name name that was used
     * @param known names that have a limit
     * @return the exception
     */
    public static IllegalStateException unknown(String name, Set<String> known) {
        return new IllegalStateException("No rate limit named '" + name + "'; known are " + known);
    }

    @Override
    public void declare(String name, RateLimit limit) {
        name(name).declared = new AppliedLimit(limit, Origin.DECLARED);
        changes().incrementAndGet();
    }

    @Override
    public CompletionStage<Boolean> trySet(String name, RateLimit limit) {
        boolean done = name(name).trySet(limit);
        changes().incrementAndGet();
        return CompletableFuture.completedFuture(done);
    }

    @Override
    public CompletionStage<Void> set(String name, RateLimit limit) {
        name(name).set(limit);
        changes().incrementAndGet();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> clear(String name) {
        OneName known = limits.get(name);
        if (known != null) {
            known.set = null;
            changes().incrementAndGet();
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isSet(String name) {
        OneName known = limits.get(name);
        return known != null && known.set != null;
    }

    @Override
    public Set<String> names() {
        return limits.entrySet().stream()
                .filter(known -> known.getValue().get() != null)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void close() {
        closed = true;
        limits.clear();
        changes().incrementAndGet();
    }
}
