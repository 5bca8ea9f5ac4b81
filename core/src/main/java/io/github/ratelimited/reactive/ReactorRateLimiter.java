package io.github.ratelimited.reactive;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A {@link RateLimiter} for Reactor. Nothing is asked before a subscription, and each subscription asks again. What is
 * granted to a subscriber that has cancelled goes back. Failures of the limiter arrive as errors, wrong arguments too. An answer that is not
 * there at once arrives on the executor of the limiters. Safe for use by many threads; two views of equal limiters are
 * equal.
 */
public final class ReactorRateLimiter extends ReactorAnswers {

    private ReactorRateLimiter(RateLimiter limiter) {
        super(limiter);
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

    /** {@return the limiter behind this view} */
    public RateLimiter limiter() {
        return limiter;
    }

    /**
     * The view of the limiter of the same name for one key.
     *
     * @param key for whom it counts, as {@link RateLimiter#forKey(Object)} takes it
     * @return the view of the limiter with that key
     * @throws io.github.ratelimited.NullKeyException when the key, or a part of it, is null or an empty {@code Optional}
     * @throws IllegalArgumentException when the key has no text of its own
     */
    public ReactorRateLimiter forKey(Object key) {
        return of(limiter.forKey(key));
    }

    /**
     * The view that counts the same name and key under a limit of the caller's.
     *
     * @param limit the limit, as {@link RateLimiter#withLimit(RateLimit)} takes it
     * @return the view of that limiter
     */
    public ReactorRateLimiter withLimit(RateLimit limit) {
        return of(limiter.withLimit(limit));
    }

    /**
     * The view that counts the same name and key by a plan.
     *
     * @param plan name of the plan, as {@link RateLimiter#withPlan(String)} takes it
     * @return the view of that limiter
     */
    public ReactorRateLimiter withPlan(@Nullable String plan) {
        return of(limiter.withPlan(plan));
    }

    /** {@return the limit in force for this key and plan} */
    public Mono<RateLimit> limit() {
        return ask(limiter::limitAsync);
    }

    /**
     * Sets the limit for all processes: without a key unless the name has one, with a key unless one was set for that key.
     *
     * @param limit the limit
     * @return whether it was set
     */
    public Mono<Boolean> trySetRate(RateLimit limit) {
        return ask(() -> limiter.trySetRateAsync(limit));
    }

    /**
     * Sets the limit for all processes, whatever they declare: without a key that of the name, with a key that of this key
     * alone. What was used stays used.
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
     * Takes back what was set for all processes, for the name or for this key alone.
     *
     * @return complete when done
     */
    public Mono<Void> clearRate() {
        return ask(limiter::clearRateAsync);
    }

    /**
     * Takes permits, waiting for them at most so long. A refusal is a value, not an error.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was decided, once the permits are due or refused
     */
    public Mono<Decision> decide(long permits, Duration timeout) {
        return ask(() -> limiter.decideAsync(permits, timeout));
    }

    /**
     * Takes one permit if it is there.
     *
     * @return whether it was taken
     */
    public Mono<Boolean> tryAcquire() {
        return tryAcquire(1, Duration.ZERO);
    }

    /**
     * Takes permits if they are there.
     *
     * @param permits permits to take, at least 0
     * @return whether they were taken
     */
    public Mono<Boolean> tryAcquire(long permits) {
        return tryAcquire(permits, Duration.ZERO);
    }

    /**
     * Takes one permit, waiting for it at most so long.
     *
     * @param timeout longest wait; zero or negative never waits
     * @return whether it was taken
     */
    public Mono<Boolean> tryAcquire(Duration timeout) {
        return tryAcquire(1, timeout);
    }

    /**
     * Takes permits, waiting for them at most so long. A timeout that cannot be met is refused at once.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return whether they were taken
     */
    public Mono<Boolean> tryAcquire(long permits, Duration timeout) {
        return ask(() -> limiter.tryAcquireAsync(permits, timeout));
    }

    /**
     * Takes one permit, waiting for as long as it takes.
     *
     * @return complete when the permit is due
     */
    public Mono<Void> acquire() {
        return acquire(1);
    }

    /**
     * Takes permits, waiting for as long as it takes.
     *
     * @param permits permits to take, at least 0
     * @return complete when the permits are due
     */
    public Mono<Void> acquire(long permits) {
        return ask(() -> limiter.acquireAsync(permits));
    }

    /**
     * Takes one permit if it is there and subscribes to the call.
     *
     * @param call what is limited
     * @param <T> type of the result
     * @return the result of the call, or {@link RateLimitExceededException} when there is no permit
     */
    public <T> Mono<T> call(Mono<T> call) {
        return decide(1, Duration.ZERO)
                .flatMap(decision -> decision.allowed() ? call : Mono.error(new RateLimitExceededException(decision)));
    }

    /**
     * Permits that a caller who does not wait could take. Changes nothing.
     *
     * @return at least 0
     */
    public Mono<Long> availablePermits() {
        return ask(limiter::availablePermitsAsync);
    }

    /**
     * Says that permits counted as used were not. The oldest used ones are taken off, never more than are used.
     *
     * @param permits permits to take off, at least 0
     * @return complete when done
     */
    public Mono<Void> release(long permits) {
        return ask(() -> limiter.releaseAsync(permits));
    }

    /**
     * Forgets all use of this name and key, but not its block.
     *
     * @return complete when done
     */
    public Mono<Void> reset() {
        return ask(limiter::resetAsync);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReactorRateLimiter view && view.limiter.equals(limiter);
    }

    @Override
    public int hashCode() {
        return limiter.hashCode();
    }

    @Override
    public String toString() {
        return limiter.toString();
    }
}
