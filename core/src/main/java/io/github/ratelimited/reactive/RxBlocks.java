package io.github.ratelimited.reactive;

import io.github.ratelimited.RateLimiterBlocks;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;

/** The blocks of a limiter, asked for when subscribed to. */
abstract class RxBlocks {

    private final RateLimiterBlocks blocks;

    RxBlocks(RateLimiterBlocks blocks) {
        this.blocks = blocks;
    }

    /**
     * Blocks this name and key, as {@link RateLimiterBlocks#block(Duration)} does.
     *
     * @param duration how long, more than zero and at most 100 years
     * @return complete when blocked
     */
    public Completable block(Duration duration) {
        return RxAnswers.completable(() -> blocks.blockAsync(duration));
    }

    /**
     * Lifts the block, as {@link RateLimiterBlocks#unblock()} does.
     *
     * @return complete when done
     */
    public Completable unblock() {
        return RxAnswers.completable(() -> blocks.unblockAsync());
    }

    /**
     * What is left of the block.
     *
     * @return zero when there is none
     */
    public Single<Duration> blockedFor() {
        return RxAnswers.single(() -> blocks.blockedForAsync());
    }
}
