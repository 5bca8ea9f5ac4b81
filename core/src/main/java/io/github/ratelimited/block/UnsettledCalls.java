package io.github.ratelimited.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;

/**
 * How many calls of each limiter and key have taken permits and not said yet what they really used. One that never says is
 * forgotten after ten minutes without another. Safe for use by many threads.
 */
final class UnsettledCalls {

    private static final int MOST = 100_000;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Cache<LimiterKey, Integer> calls = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(LONGEST)
            .executor(Runnable::run)
            .build();

    void begin(LimiterKey limiterKey) {
        calls.asMap().merge(limiterKey, 1, Integer::sum);
    }

    void end(LimiterKey limiterKey) {
        calls.asMap().computeIfPresent(limiterKey, (same, count) -> count == 1 ? null : count - 1);
    }

    boolean has(LimiterKey limiterKey) {
        return calls.getIfPresent(limiterKey) != null;
    }
}
