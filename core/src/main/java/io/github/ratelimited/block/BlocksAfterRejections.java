package io.github.ratelimited.block;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blocks a key that was rejected because permits were lacking, where its limiter says so. Safe for use by many threads. */
final class BlocksAfterRejections {

    private static final Logger log = LoggerFactory.getLogger(BlocksAfterRejections.class);
    private static final int MOST_UNSETTLED = 100_000;
    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);

    private final BlockRules rules;
    private final KnownKeyBlocks keys;
    private final Blocks blocks;
    private final LongSupplier clock;
    private final AtomicBoolean any;

    /** Keys whose block is on its way to the store, and when it ends, in microseconds. */
    private final Map<LimiterKey, Long> inFlight = new ConcurrentHashMap<>();

    /** How many calls have taken permits and not said yet what they really used. One that never says is forgotten. */
    private final Cache<LimiterKey, Integer> unsettled;

    /**
     * Starts without blocks.
     *
     * @param clock microseconds
     * @param any spares processes without blocks the lookup
     */
    BlocksAfterRejections(BlockRules rules, KnownKeyBlocks keys, Blocks blocks, LongSupplier clock, AtomicBoolean any) {
        this.rules = rules;
        this.keys = keys;
        this.blocks = blocks;
        this.clock = clock;
        this.any = any;
        // From the first call on: others that come and go would keep one that never says for ever.
        this.unsettled = Caffeine.newBuilder()
                .maximumSize(MOST_UNSETTLED)
                .ticker(() -> TimeUnit.MICROSECONDS.toNanos(clock.getAsLong()))
                .expireAfter(Expiry.<LimiterKey, Integer>creating((key, count) -> LONGEST_CALL))
                .executor(Runnable::run)
                .build();
    }

    void taken(LimiterKey limiterKey) {
        if (rules.blockFor(limiterKey.limiter()) != null) {
            unsettled.asMap().merge(limiterKey, 1, Integer::sum);
        }
    }

    void settled(LimiterKey limiterKey) {
        if (rules.blockFor(limiterKey.limiter()) != null) {
            unsettled.asMap().computeIfPresent(limiterKey, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    /**
     * One block for all that are rejected at once: requests in flight meanwhile were rejected before it.
     *
     * @return how long the block lasts that follows, zero for none
     */
    Duration rejected(Demand demand) {
        Duration duration = rules.blockFor(demand.limiter());
        LimiterKey limiterKey = demand.limiterKey();
        if (duration == null || unsettled.getIfPresent(limiterKey) != null) {
            return Duration.ZERO;
        }
        if (!keys.isFresh(limiterKey)
                && inFlight.putIfAbsent(limiterKey, clock.getAsLong() + Micros.of(duration)) == null) {
            any.set(true);
            begin(demand, duration);
        }
        return duration;
    }

    /** What is left of a block that the store may not know yet, in microseconds. */
    long left(LimiterKey limiterKey) {
        Long end = inFlight.get(limiterKey);
        return end == null ? 0 : Math.max(0, end - clock.getAsLong());
    }

    private void begin(Demand demand, Duration duration) {
        LimiterKey limiterKey = demand.limiterKey();
        Futures.ask(() -> blocks.blockPlace(demand, duration)).whenComplete((done, failure) -> {
            inFlight.remove(limiterKey);
            if (failure != null) {
                log.debug("A rejected key of rate limit '{}' could not be blocked", demand.limiter(), failure);
            }
        });
    }
}
