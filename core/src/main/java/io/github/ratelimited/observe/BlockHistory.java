package io.github.ratelimited.observe;

import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last {@value #MOST} blocks that this process has set or met, those that are over included: of each limiter and key the
 * last one. What other processes have blocked and this one has not met is not among them. Safe for use by many threads.
 */
public final class BlockHistory implements LimiterObserver {

    private static final int MOST = 1_000;

    private final Map<LimiterKey, Block> blocks = new LinkedHashMap<>();

    /** Starts with nothing remembered. */
    public BlockHistory() {}

    /**
     * A block.
     *
     * @param limiterKey what was blocked; without a key the limiter
     * @param since when this process has set or met it
     * @param until its end, or when it was lifted
     * @param here whether this process has set it
     */
    public record Block(LimiterKey limiterKey, Instant since, Instant until, boolean here) {}

    @Override
    public synchronized void blocked(LimiterKey limiterKey, Duration left, boolean here) {
        Instant now = Instant.now();
        // Removed first, so that it comes after the others.
        blocks.remove(limiterKey);
        blocks.put(limiterKey, new Block(limiterKey, now, now.plus(left), here));
        if (blocks.size() > MOST) {
            blocks.remove(blocks.keySet().iterator().next());
        }
    }

    @Override
    public synchronized void unblocked(LimiterKey limiterKey) {
        Instant now = Instant.now();
        blocks.computeIfPresent(
                limiterKey,
                (same, block) -> block.until.isAfter(now) ? new Block(same, block.since, now, block.here) : block);
    }

    /**
     * What is remembered.
     *
     * @return a snapshot, the latest first
     */
    public synchronized List<Block> latest() {
        List<Block> latest = new ArrayList<>(blocks.values());
        Collections.reverse(latest);
        return latest;
    }
}
