package io.github.ratelimited.reactive;

import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** What a limiter answers on subscription: what calls really cost, and its blocks. */
abstract class ReactorAnswers {

    final RateLimiter limiter;

    ReactorAnswers(RateLimiter limiter) {
        this.limiter = limiter;
    }

    static <T> Mono<T> ask(Supplier<CompletionStage<T>> question) {
        return Mono.fromDirect(new LimiterAnswer<>(question));
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
        return ask(() -> limiter.holdAsync(permits, timeout));
    }

    /**
     * Counts permits that are used already, as {@link RateLimiter#charge(long)} does.
     *
     * @param permits permits that were used, at least 0
     * @return complete when they are counted, or when it is certain that nothing will count them
     */
    public Mono<Void> charge(long permits) {
        return ask(() -> limiter.chargeAsync(permits));
    }

    /**
     * Blocks this name and key, as {@link RateLimiter#block(Duration)} does.
     *
     * @param duration how long, more than zero and at most 100 years
     * @return complete when blocked
     */
    public Mono<Void> block(Duration duration) {
        return ask(() -> limiter.blockAsync(duration));
    }

    /**
     * Lifts the block, as {@link RateLimiter#unblock()} does.
     *
     * @return complete when done
     */
    public Mono<Void> unblock() {
        return ask(limiter::unblockAsync);
    }

    /**
     * What is left of the block.
     *
     * @return zero when there is none
     */
    public Mono<Duration> blockedFor() {
        return ask(limiter::blockedForAsync);
    }
}
