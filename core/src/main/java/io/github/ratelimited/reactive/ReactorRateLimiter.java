package io.github.ratelimited.reactive;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * A {@link RateLimiter} for Reactor. Nothing happens before a subscription, and each subscription takes permits of its
 * own. If a subscriber cancels before it has its answer, the permits go back, except those that are granted at once to a
 * request while another thread cancels it. Exceptions of the limiter arrive as error signals, also those for invalid
 * arguments. An answer that is not available at once arrives on the executor of the limiters. Safe for use by many
 * threads; views of equal limiters are equal.
 */
public final class ReactorRateLimiter extends LimiterView<ReactorRateLimiter> {

    private ReactorRateLimiter(RateLimiter limiter) {
        super(limiter, ReactorRateLimiter::new);
    }

    /**
     * The view of a limiter.
     *
     * @param limiter the limiter
     * @return its view
     */
    public static ReactorRateLimiter of(RateLimiter limiter) {
        return new ReactorRateLimiter(limiter);
    }

    private static <T> Mono<T> ask(Supplier<CompletionStage<T>> question) {
        return Mono.fromDirect(new LimiterAnswer<>(question));
    }

    /** {@return the limit in force for this key and plan} */
    public Mono<RateLimit> limit() {
        return ask(limiter::limitAsync);
    }

    /**
     * Sets the limit for all processes if there is none yet: without a key for the name, with a key for this key alone.
     *
     * @param limit the limit
     * @return whether it was set
     */
    public Mono<Boolean> trySetRate(RateLimit limit) {
        return ask(() -> limiter.trySetRateAsync(limit));
    }

    /**
     * Sets the limit for all processes, whatever they declare: without a key for the name, with a key for this key alone.
     * What was used stays used.
     *
     * @param limit the limit
     * @return complete when set
     */
    public Mono<Void> setRate(RateLimit limit) {
        return ask(() -> limiter.setRateAsync(limit));
    }

    /**
     * Sets the limit of this key alone for all processes, for a while.
     *
     * @param limit the limit
     * @param validFor how long it is in force, positive and at most 100 years
     * @return complete when set
     */
    public Mono<Void> setRate(RateLimit limit, Duration validFor) {
        return ask(() -> limiter.setRateAsync(limit, validFor));
    }

    /**
     * Removes the limit that was set for all processes: without a key for the name, with a key for this key alone.
     *
     * @return complete when done
     */
    public Mono<Void> clearRate() {
        return ask(limiter::clearRateAsync);
    }

    /**
     * Takes permits, and waits for them up to the timeout. A rejection is a value, not an error.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return the decision, as soon as the permits are due or the call is rejected
     */
    public Mono<Decision> decide(long permits, Duration timeout) {
        return ask(() -> limiter.decideAsync(permits, timeout));
    }

    /**
     * Takes one permit if it is available now.
     *
     * @return whether it was taken
     */
    public Mono<Boolean> tryAcquire() {
        return tryAcquire(1, Duration.ZERO);
    }

    /**
     * Takes permits if they are available now.
     *
     * @param permits permits to take, at least 0
     * @return whether they were taken
     */
    public Mono<Boolean> tryAcquire(long permits) {
        return tryAcquire(permits, Duration.ZERO);
    }

    /**
     * Takes one permit, and waits for it up to the timeout.
     *
     * @param timeout longest wait; zero or negative never waits
     * @return whether it was taken
     */
    public Mono<Boolean> tryAcquire(Duration timeout) {
        return tryAcquire(1, timeout);
    }

    /**
     * Takes permits, and waits for them up to the timeout. A call whose wait cannot end in time is rejected at once.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return whether they were taken
     */
    public Mono<Boolean> tryAcquire(long permits, Duration timeout) {
        return ask(() -> limiter.tryAcquireAsync(permits, timeout));
    }

    /**
     * Takes one permit, and waits for as long as it takes.
     *
     * @return complete when the permit is due
     */
    public Mono<Void> acquire() {
        return acquire(1);
    }

    /**
     * Takes permits, and waits for as long as it takes.
     *
     * @param permits permits to take, at least 0
     * @return complete when the permits are due
     */
    public Mono<Void> acquire(long permits) {
        return ask(() -> limiter.acquireAsync(permits));
    }

    /**
     * Takes permits for a call whose cost is known only afterwards, as {@link RateLimiter#hold(long, Duration)} does.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was taken, to be settled once the cost is known, or {@link RateLimitExceededException}
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
     * Takes one permit if it is available now, and subscribes to the call.
     *
     * @param call what is limited
     * @param <T> type of the result
     * @return the result of the call, or {@link RateLimitExceededException} when there is no permit
     */
    public <T> Mono<T> call(Mono<T> call) {
        return ask(() -> decideFor(call))
                .flatMap(decision -> decision.allowed() ? call : Mono.error(new RateLimitExceededException(decision)));
    }

    /**
     * The number of permits that a caller who does not wait could take now. Takes none.
     *
     * @return at least 0
     */
    public Mono<Long> availablePermits() {
        return ask(limiter::availablePermitsAsync);
    }

    /**
     * Takes permits off the count that were counted but not used. Removes the oldest ones, and never more than are used.
     *
     * @param permits permits to remove, at least 0
     * @return complete when done
     */
    public Mono<Void> release(long permits) {
        return ask(() -> limiter.releaseAsync(permits));
    }

    /**
     * Forgets what this name and key has used, but not its block.
     *
     * @return complete when done
     */
    public Mono<Void> reset() {
        return ask(limiter::resetAsync);
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
