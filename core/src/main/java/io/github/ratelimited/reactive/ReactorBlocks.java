package io.github.ratelimited.reactive;

import io.github.ratelimited.RateLimiterBlocks;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** The blocks of a limiter, asked for when subscribed to. */
abstract class ReactorBlocks {

    private final RateLimiterBlocks blocks;

    ReactorBlocks(RateLimiterBlocks blocks) {
        this.blocks = blocks;
    }

    /**
     * Blocks this name and key, as {@link RateLimiterBlocks#block(Duration)} does.
     *
     * @param duration how long, more than zero and at most 100 years
     * @return complete when blocked
     */
    public Mono<Void> block(Duration duration) {
        return Mono.fromFuture(() -> blocks.blockAsync(duration).toCompletableFuture());
    }

    /**
     * Lifts the block, as {@link RateLimiterBlocks#unblock()} does.
     *
     * @return complete when done
     */
    public Mono<Void> unblock() {
        return Mono.fromFuture(() -> blocks.unblockAsync().toCompletableFuture());
    }

    /**
     * What is left of the block.
     *
     * @return zero when there is none
     */
    public Mono<Duration> blockedFor() {
        return Mono.fromFuture(() -> blocks.blockedForAsync().toCompletableFuture());
    }
}
