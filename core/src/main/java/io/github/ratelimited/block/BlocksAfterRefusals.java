package io.github.ratelimited.block;

import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blocks a key that was refused because permits were lacking, where its limiter says so. Safe for use by many threads. */
final class BlocksAfterRefusals {

    private static final Logger log = LoggerFactory.getLogger(BlocksAfterRefusals.class);

    private final BlockRules rules;
    private final BlockedKeys keys;
    private final UnsettledCalls unsettled;
    private final Blocks blocks;
    private final Set<LimiterKey> inFlight = ConcurrentHashMap.newKeySet();

    BlocksAfterRefusals(BlockRules rules, BlockedKeys keys, UnsettledCalls unsettled, Blocks blocks) {
        this.rules = rules;
        this.keys = keys;
        this.unsettled = unsettled;
        this.blocks = blocks;
    }

    /** One block for all that are refused at once: requests in flight meanwhile were refused before it. */
    void refused(Demand demand) {
        Duration duration = rules.blockFor(demand.limiter());
        LimiterKey limiterKey = demand.limiterKey();
        if (duration == null || unsettled.has(limiterKey) || keys.isFresh(limiterKey) || !inFlight.add(limiterKey)) {
            return;
        }
        block(demand, duration).whenComplete((done, failure) -> {
            inFlight.remove(limiterKey);
            if (failure != null) {
                log.debug("A refused key of rate limit '{}' could not be blocked", demand.limiter(), failure);
            }
        });
    }

    private CompletionStage<Void> block(Demand demand, Duration duration) {
        try {
            return blocks.blockPlace(demand, duration);
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }
}
