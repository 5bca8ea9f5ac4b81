package io.github.ratelimited.store;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Reads and changes how much of a limit is used, beside a {@link LimiterStore} that takes permits. No method blocks. Stages
 * fail with {@link io.github.ratelimited.RateLimiterUnavailableException} when the store cannot answer. Implementations are
 * safe for use by many threads.
 */
public interface UsageStore {

    /**
     * Reads how much of a limit is used. Changes nothing.
     *
     * @param demand limiter, key and limit; its permits do not matter
     */
    CompletionStage<Usage> usage(Demand demand);

    /**
     * Takes used permits off, the oldest first.
     *
     * @param demand limiter, key, limit and the permits to take off
     */
    CompletionStage<Void> release(Demand demand);

    /**
     * Counts permits that are used already, whether they are available or not.
     *
     * @param demand limiter, key, limit, and the permits
     * @return whether they were counted: not where nothing counts them
     */
    CompletionStage<Boolean> charge(Demand demand);

    /**
     * Rejects whatever is asked for at a limiter and key for a while, and takes nothing there meanwhile.
     *
     * @param demand limiter, key and limit; its permits do not matter
     * @param duration how long, up to 100 years; a block that lasts longer stays as it is. Zero lifts the block. A negative one
     *     blocks for as long only where there is no block yet
     * @return what is left of the block now, zero for none
     */
    CompletionStage<Duration> block(Demand demand, Duration duration);

    /**
     * Is told that a block is there no more which this process has met or set. Lifts what this process alone keeps of it.
     *
     * @param demand limiter, key and limit; its permits do not matter
     */
    default void unblocked(Demand demand) {}

    /**
     * Forgets all use of a limiter and key, but not its block.
     *
     * @param demand limiter, key and limit; its permits do not matter
     */
    CompletionStage<Void> reset(Demand demand);
}
