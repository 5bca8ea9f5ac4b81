package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Blocks of a limiter: for a while it refuses whatever is asked for. It takes nothing meanwhile, and what was used before
 * goes on to become free. A refusal by a block says so by {@link Decision#blocked()}, and by {@link Decision#retryAfter()}
 * when the block ends. Who may wait for longer than that waits, and asks again then. Methods throw what those of
 * {@link RateLimiter} throw, and {@link UnsupportedOperationException} when the limiter is one of Redisson's. Safe for use
 * by many threads.
 */
public interface RateLimiterBlocks {

    /**
     * Blocks this name and key for all processes, from the next decision on; a limiter of type
     * {@link RateType#PER_CLIENT} for this process alone. Without a key it is a block of all keys of the name, which this
     * process knows at once and others within a second. A block that lasts longer stays as it is: only
     * {@link #unblock()} ends one sooner, and {@link RateLimiter#reset()} leaves it. A block belongs to the algorithm of
     * the limit, so it is lost when that changes.
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
     * Lifts the block of this name and key; that of the whole name is lifted without a key. Another process may refuse
     * calls for as long as it remembers refusals.
     */
    void unblock();

    /**
     * The async form of {@link #unblock()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> unblockAsync();

    /**
     * What is left of the block, of this name and key or of the whole name.
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
