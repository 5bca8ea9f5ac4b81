package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Blocks of a limiter. While a block lasts, the limiter rejects every call and takes no permits; permits that were used
 * before become free as usual. The decision then has {@link Decision#blocked()} set, and {@link Decision#retryAfter()} is
 * the rest of the block. A caller that may wait that long waits, and asks again at the end. Methods throw what those of
 * {@link RateLimiter} throw, and {@link UnsupportedOperationException} when the limiter is one of Redisson's. Safe for use
 * by many threads.
 */
public interface RateLimiterBlocks {

    /**
     * Blocks this name and key for all processes, from the next decision on; with {@link RateType#PER_CLIENT} for this process
     * alone. Without a key it blocks all keys of the name, which this process knows at once and others within a second. Only
     * {@link #unblock()} ends a block sooner: a block that lasts longer stays as it is, and {@link RateLimiter#reset()} keeps
     * it. The block of a key belongs to the algorithm of the limit, so it is lost when the algorithm changes.
     *
     * @param duration how long, more than zero and at most 100 years
     * @throws IllegalArgumentException when out of range
     */
    void block(Duration duration);

    /**
     * The async form of {@link #block(Duration)}.
     *
     * @param duration how long, more than zero and at most 100 years
     * @return complete when blocked
     */
    CompletionStage<Void> blockAsync(Duration duration);

    /**
     * Lifts the block of this name and key. To lift a block of the whole name, call it without a key. Other processes may
     * reject calls for as long as they remember rejections.
     */
    void unblock();

    /**
     * The async form of {@link #unblock()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> unblockAsync();

    /**
     * The rest of the block of this name and key, or of the whole name.
     *
     * @return zero when there is none
     */
    Duration blockedFor();

    /**
     * The async form of {@link #blockedFor()}.
     *
     * @return zero when there is none
     */
    CompletionStage<Duration> blockedForAsync();
}
