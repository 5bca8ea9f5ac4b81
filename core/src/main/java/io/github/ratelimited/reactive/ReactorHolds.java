package io.github.ratelimited.reactive;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** What calls of a limiter really cost, settled on subscription. */
abstract class ReactorHolds extends ReactorBlocks {

    private final RateLimiter limiter;

    ReactorHolds(RateLimiter limiter) {
        super(limiter);
        this.limiter = limiter;
    }

    /**
     * Takes permits for a call whose cost is known only afterwards, as {@link RateLimiter#hold(long, Duration)} does.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was taken, to be settled once the cost is known, or
     *     {@link io.github.ratelimited.RateLimitExceededException}
     */
    public Mono<Hold> hold(long permits, Duration timeout) {
        return Mono.fromFuture(() -> limiter.holdAsync(permits, timeout).toCompletableFuture());
    }

    /**
     * Counts permits that are used already, as {@link RateLimiter#charge(long)} does.
     *
     * @param permits permits that were used, at least 0
     * @return complete when they are counted, or nothing will count them
     */
    public Mono<Void> charge(long permits) {
        return Mono.fromFuture(() -> limiter.chargeAsync(permits).toCompletableFuture());
    }
}
