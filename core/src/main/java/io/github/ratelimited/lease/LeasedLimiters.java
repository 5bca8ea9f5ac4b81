package io.github.ratelimited.lease;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.store.LimiterStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which limiters of a program are leased, and for how long. Not safe for use by many threads. */
public final class LeasedLimiters {

    private final Map<String, LeaseLength> lengths = new HashMap<>();

    /** Starts with none. */
    public LeasedLimiters() {}

    public void add(String limiter, LeaseLength length) {
        lengths.put(limiter, length);
    }

    /** Throws an {@link IllegalArgumentException} for a limit that cannot be leased as was said. */
    public void check(String limiter, RateLimit limit) {
        LeaseLength length = lengths.get(limiter);
        String problem = length == null ? null : length.problemWith(limit);
        if (problem != null) {
            throw new IllegalArgumentException("Rate limit '" + limiter + "' cannot be leased: " + problem);
        }
    }

    /** Throws an {@link IllegalArgumentException} where keys of a limiter that is leased are blocked after rejections. */
    public void checkBlocks(Predicate<String> blocks) {
        lengths.keySet().stream().filter(blocks).findFirst().ifPresent(limiter -> {
            throw new IllegalArgumentException("Rate limit '" + limiter + "' cannot be leased, because its keys are"
                    + " blocked after rejections: permits that are held by others cause rejections that would become"
                    + " blocks. Remove lease(..), or let blockAfterRejection(..) leave it out");
        });
    }

    /** A store that leases, {@code null} where nothing is leased. The parameters are those of {@link LeaseStore}. */
    @Nullable
    public LeaseStore around(
            LimiterStore store,
            LimiterStore chunks,
            Duration timeout,
            ScheduledExecutorService timer,
            LimiterObserver observer) {
        return lengths.isEmpty()
                ? null
                : new LeaseStore(store, chunks, lengths, timeout, timer, observer, System::nanoTime);
    }
}
