package io.github.ratelimited.store;

import io.github.ratelimited.RateLimit;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The limits of this process alone. */
public final class LocalLimits implements Limits {

    private final Map<String, RateLimit> declared = new ConcurrentHashMap<>();
    private final Map<String, RateLimit> set = new ConcurrentHashMap<>();

    /** Starts without limits. */
    public LocalLimits() {}

    @Override
    public @Nullable RateLimit find(String name) {
        RateLimit limit = set.get(name);
        return limit != null ? limit : declared.get(name);
    }

    @Override
    public CompletionStage<RateLimit> load(String name) {
        RateLimit limit = find(name);
        return limit != null
                ? CompletableFuture.completedFuture(limit)
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
        declared.put(name, limit);
    }

    @Override
    public CompletionStage<Boolean> trySet(String name, RateLimit limit) {
        boolean free = !declared.containsKey(name) && set.putIfAbsent(name, limit) == null;
        return CompletableFuture.completedFuture(free);
    }

    @Override
    public CompletionStage<Void> set(String name, RateLimit limit) {
        set.put(name, limit);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> clear(String name) {
        set.remove(name);
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
    public void close() {
        declared.clear();
        set.clear();
    }
}
