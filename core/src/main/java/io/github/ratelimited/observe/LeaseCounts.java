package io.github.ratelimited.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts permits that were taken ahead since the start, by limiter. Safe for use by many threads. */
public final class LeaseCounts implements LimiterObserver {

    private static final class Count {

        final LongAdder leased = new LongAdder();
        final LongAdder used = new LongAdder();
        final LongAdder returned = new LongAdder();
    }

    /**
     * Permits of one limiter.
     *
     * @param leased taken ahead
     * @param used spent, of those that are not held any more
     * @param returned given back
     */
    public record Leased(long leased, long used, long returned) {}

    /** Only limiters that are configured to be leased come here, so they are few. */
    private final Map<String, Count> limiters = new ConcurrentHashMap<>();

    /** Starts with nothing counted. */
    public LeaseCounts() {}

    private Count count(String limiter) {
        return limiters.computeIfAbsent(limiter, first -> new Count());
    }

    @Override
    public void leased(String limiter, long permits) {
        count(limiter).leased.add(permits);
    }

    @Override
    public void leaseEnded(String limiter, long used, long returned) {
        Count count = count(limiter);
        count.used.add(used);
        count.returned.add(returned);
    }

    /**
     * The counts of one limiter.
     *
     * @param limiter name of the limiter
     * @return a snapshot, {@code null} where nothing was leased
     */
    public @Nullable Leased of(String limiter) {
        Count count = limiters.get(limiter);
        return count == null ? null : new Leased(count.leased.sum(), count.used.sum(), count.returned.sum());
    }
}
