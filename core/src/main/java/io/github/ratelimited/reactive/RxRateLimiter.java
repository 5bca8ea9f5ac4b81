package io.github.ratelimited.reactive;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RateLimiter} for RxJava 3. Nothing is asked before a subscription, and each subscription asks again. What
 * is granted to an observer that has disposed of it goes back. Failures of the limiter arrive as errors, wrong arguments too. An answer that is not
 * there at once arrives on the executor of the limiters. Safe for use by many threads; two views of equal limiters are
 * equal.
 */
public final class RxRateLimiter extends RxAnswers {

    private RxRateLimiter(RateLimiter limiter) {
        super(limiter);
    }

    /**
     * The view of a limiter.
     *
     * @param limiter the limiter
     * @return its view
     */
    public static RxRateLimiter of(RateLimiter limiter) {
        return new RxRateLimiter(limiter);
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
    public RxRateLimiter forKey(Object key) {
        return of(limiter.forKey(key));
    }

    /**
     * The view that counts the same name and key under a limit of the caller's.
     *
     * @param limit the limit, as {@link RateLimiter#withLimit(RateLimit)} takes it
     * @return the view of that limiter
     */
    public RxRateLimiter withLimit(RateLimit limit) {
        return of(limiter.withLimit(limit));
    }

    /**
     * The view that counts the same name and key by a plan.
     *
     * @param plan name of the plan, as {@link RateLimiter#withPlan(String)} takes it
     * @return the view of that limiter
     */
    public RxRateLimiter withPlan(@Nullable String plan) {
        return of(limiter.withPlan(plan));
    }

    /** {@return the limit in force for this key and plan} */
    public Single<RateLimit> limit() {
        return single(limiter::limitAsync);
    }

    /**
     * Sets the limit for all processes: without a key unless the name has one, with a key unless one was set for that key.
     *
     * @param limit the limit
     * @return whether it was set
     */
    public Single<Boolean> trySetRate(RateLimit limit) {
        return single(() -> limiter.trySetRateAsync(limit));
    }

    /**
     * Sets the limit for all processes, whatever they declare: without a key that of the name, with a key that of this key
     * alone. What was used stays used.
     *
     * @param limit the limit
     * @return complete when set
     */
    public Completable setRate(RateLimit limit) {
        return completable(() -> limiter.setRateAsync(limit));
    }

    /**
     * Sets the limit of this key alone for all processes, for a while.
     *
     * @param limit the limit
     * @param validFor how long it is in force, positive and at most 100 years
     * @return complete when set
     */
    public Completable setRate(RateLimit limit, Duration validFor) {
        return completable(() -> limiter.setRateAsync(limit, validFor));
    }

    /**
     * Takes back what was set for all processes, for the name or for this key alone.
     *
     * @return complete when done
     */
    public Completable clearRate() {
        return completable(limiter::clearRateAsync);
    }

    /**
     * Takes permits, waiting for them at most so long. A refusal is a value, not an error.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was decided, once the permits are due or refused
     */
    public Single<Decision> decide(long permits, Duration timeout) {
        return single(() -> limiter.decideAsync(permits, timeout));
    }

    /**
     * Takes one permit if it is there.
     *
     * @return whether it was taken
     */
    public Single<Boolean> tryAcquire() {
        return tryAcquire(1, Duration.ZERO);
    }

    /**
     * Takes permits if they are there.
     *
     * @param permits permits to take, at least 0
     * @return whether they were taken
     */
    public Single<Boolean> tryAcquire(long permits) {
        return tryAcquire(permits, Duration.ZERO);
    }

    /**
     * Takes one permit, waiting for it at most so long.
     *
     * @param timeout longest wait; zero or negative never waits
     * @return whether it was taken
     */
    public Single<Boolean> tryAcquire(Duration timeout) {
        return tryAcquire(1, timeout);
    }

    /**
     * Takes permits, waiting for them at most so long. A timeout that cannot be met is refused at once.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return whether they were taken
     */
    public Single<Boolean> tryAcquire(long permits, Duration timeout) {
        return single(() -> limiter.tryAcquireAsync(permits, timeout));
    }

    /**
     * Takes one permit, waiting for as long as it takes.
     *
     * @return complete when the permit is due
     */
    public Completable acquire() {
        return acquire(1);
    }

    /**
     * Takes permits, waiting for as long as it takes.
     *
     * @param permits permits to take, at least 0
     * @return complete when the permits are due
     */
    public Completable acquire(long permits) {
        return completable(() -> limiter.acquireAsync(permits));
    }

    /**
     * Takes one permit if it is there and subscribes to the call.
     *
     * @param call what is limited
     * @param <T> type of the result
     * @return the result of the call, or {@link RateLimitExceededException} when there is no permit
     */
    public <T> Single<T> call(Single<T> call) {
        return decide(1, Duration.ZERO)
                .flatMap(
                        decision -> decision.allowed() ? call : Single.error(new RateLimitExceededException(decision)));
    }

    /**
     * Permits that a caller who does not wait could take. Changes nothing.
     *
     * @return at least 0
     */
    public Single<Long> availablePermits() {
        return single(limiter::availablePermitsAsync);
    }

    /**
     * Says that permits counted as used were not. The oldest used ones are taken off, never more than are used.
     *
     * @param permits permits to take off, at least 0
     * @return complete when done
     */
    public Completable release(long permits) {
        return completable(() -> limiter.releaseAsync(permits));
    }

    /**
     * Forgets all use of this name and key, but not its block.
     *
     * @return complete when done
     */
    public Completable reset() {
        return completable(limiter::resetAsync);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RxRateLimiter view && view.limiter.equals(limiter);
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
