package io.github.ratelimited.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.Decision;
import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The keys that were rejected most, as far as they are remembered: of more keys than there is room for, those rejected least
 * are forgotten. Safe for use by many threads.
 */
public final class DeniedKeys implements LimiterObserver {

    private final Cache<LimiterKey, LongAdder> denials;

    /**
     * Starts with nothing remembered.
     *
     * @param size most keys at once, at least 1
     */
    public DeniedKeys(long size) {
        this.denials =
                Caffeine.newBuilder().maximumSize(size).executor(Runnable::run).build();
    }

    /**
     * A key that was rejected.
     *
     * @param limiter name of the limiter
     * @param key key as {@link KeyEncoding} writes it
     * @param denials how often, since it is remembered
     */
    public record Denied(String limiter, String key, long denials) {}

    @Override
    public void rejected(Demand demand, Decision decision) {
        if (!demand.key().isEmpty()) {
            denials.get(demand.limiterKey(), limiterKey -> new LongAdder()).increment();
        }
    }

    /**
     * What is remembered.
     *
     * @return a snapshot, the most rejected first
     */
    public List<Denied> most() {
        return denials.asMap().entrySet().stream()
                .map(entry -> new Denied(
                        entry.getKey().limiter(),
                        entry.getKey().key(),
                        entry.getValue().sum()))
                .sorted(Comparator.comparingLong(Denied::denials).reversed())
                .toList();
    }
}
