package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limiter: a name with a limit, and a key for whom it counts. The vocabulary is that of Redisson's
 * {@code RRateLimiter}. Safe for use by many threads; two limiters with equal name, key, own limit and plan are equal.
 *
 * <p>Every method that asks the store throws {@link IllegalStateException} when the name has no limit anywhere,
 * {@link ImpossiblePermitsException} when the permits are negative or can never be granted at once, and
 * {@link RateLimiterUnavailableException} when the store could not answer. A blocking method throws
 * {@link RateLimiterInterruptedException} when its thread is interrupted. Stages fail with the same exceptions.
 */
public interface RateLimiter extends RateControl, RateLimiterBlocks {

    /**
     * The name.
     *
     * @return name of the limiter
     */
    String name();

    /**
     * The key, in the form in which the store keeps it.
     *
     * @return the key's text, empty without a key
     */
    String key();

    /**
     * The limiter of the same name for one key, which has the full rate of its own.
     *
     * @param key for whom it counts: text, a number by its value, a {@link java.security.Principal} by name, an address
     *     without its port, a date as its instant, or another object that overrides {@code toString()} and
     *     {@code equals()}; a list, set, map or array of such is a key of several parts
     * @return the limiter with that key
     * @throws NullKeyException when the key, or a part of it, is null or an empty {@code Optional}
     * @throws IllegalArgumentException when the key has no text that depends on its value alone, or contains itself
     */
    RateLimiter forKey(Object key);

    /**
     * A view of this limiter that counts the same name and key under a limit of the caller's, whatever was set or declared.
     * What was used stays used, so a customer who is upgraded keeps it. The limit is part of what makes limiters equal. The
     * methods that set and clear the limit of a view throw {@link UnsupportedOperationException}.
     *
     * @param limit the limit, of the algorithm and type of the limiter's own, and of the same interval unless the algorithm is
     *     {@link Algorithm#SLIDING_WINDOW}, {@link Algorithm#TOKEN_BUCKET} or {@link Algorithm#LEAKY_BUCKET}; each use of the
     *     view throws {@link IllegalArgumentException} for another
     * @return the view
     * @throws UnsupportedOperationException when the limiter is one of Redisson's, which keep one limit for a key
     */
    RateLimiter withLimit(RateLimit limit);

    /**
     * A view of this limiter that counts the same name and key by a plan. What was set at run time for the key and what a
     * {@link LimitSource} returns still win. A plan that is not declared means the limiter's own limit. The methods that set
     * and clear the limit of a view throw {@link UnsupportedOperationException}.
     *
     * @param plan name of the plan, ignoring case, hyphens and underscores; {@code null} for none
     * @return the view, or a limiter without a plan
     * @throws UnsupportedOperationException when the limiter is one of Redisson's and a plan is named
     */
    RateLimiter withPlan(@Nullable String plan);

    /**
     * Takes permits, waiting for them at most so long.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was decided, once the permits are due or refused; never null
     */
    Decision decide(long permits, Duration timeout);

    /**
     * Like {@link #decide(long, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due or refused
     */
    CompletionStage<Decision> decideAsync(long permits, Duration timeout);

    /**
     * Takes permits for a call whose cost is known only afterwards, waiting for them at most so long. Take what the call
     * may cost at most, or what it is likely to cost, and settle what it did.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was taken, to be settled once the cost is known
     * @throws RateLimitExceededException when the permits are refused
     * @throws UnsupportedOperationException when the limiter is one of Redisson's, which can settle nothing
     */
    Hold hold(long permits, Duration timeout);

    /**
     * Like {@link #hold(long, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due, fails when they are refused
     */
    CompletionStage<Hold> holdAsync(long permits, Duration timeout);

    /**
     * Counts permits that are used already, whether they are there or not: never refused, also beyond the limit, so that
     * later calls have to wait for them. While the store cannot count, the failure policy of the limiter decides: under
     * {@link FailurePolicy#LOCAL} this process counts them, else nothing does.
     *
     * @param permits permits that were used, at least 0
     * @throws UnsupportedOperationException when the limiter is one of Redisson's
     */
    void charge(long permits);

    /**
     * The async form of {@link #charge(long)}.
     *
     * @param permits permits that were used, at least 0
     * @return complete when they are counted, or nothing will count them
     */
    CompletionStage<Void> chargeAsync(long permits);

    /**
     * Permits that a caller who does not wait could take. Changes nothing. Fails while the store cannot answer, whatever the
     * failure policy.
     *
     * @return at least 0
     */
    long availablePermits();

    /**
     * The async form of {@link #availablePermits()}.
     *
     * @return the permits
     */
    CompletionStage<Long> availablePermitsAsync();

    /**
     * Says that permits counted as used were not. The oldest used ones are taken off, never more than are used.
     *
     * @param permits permits to take off, at least 0
     */
    void release(long permits);

    /**
     * The async form of {@link #release(long)}.
     *
     * @param permits permits to take off, at least 0
     * @return complete when done
     */
    CompletionStage<Void> releaseAsync(long permits);

    /** Forgets all use of this name and key, but not its block. */
    void reset();

    /**
     * The async form of {@link #reset()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> resetAsync();

    /**
     * Takes one permit if it is there.
     *
     * @return whether it was taken
     */
    default boolean tryAcquire() {
        return tryAcquire(1, Duration.ZERO);
    }

    /**
     * Takes permits if they are there.
     *
     * @param permits permits to take, at least 0
     * @return whether they were taken
     */
    default boolean tryAcquire(long permits) {
        return tryAcquire(permits, Duration.ZERO);
    }

    /**
     * Takes one permit, waiting for it at most so long.
     *
     * @param timeout longest wait; zero or negative never waits
     * @return whether it was taken
     */
    default boolean tryAcquire(Duration timeout) {
        return tryAcquire(1, timeout);
    }

    /**
     * Takes permits, waiting for them at most so long. A timeout that cannot be met is refused at once.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return whether they were taken
     */
    default boolean tryAcquire(long permits, Duration timeout) {
        return decide(permits, timeout).allowed();
    }

    /**
     * The async form of {@link #tryAcquire(long, Duration)}.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return whether they were taken
     */
    CompletionStage<Boolean> tryAcquireAsync(long permits, Duration timeout);

    /** Takes one permit, waiting for as long as it takes. */
    default void acquire() {
        acquire(1);
    }

    /**
     * Takes permits, waiting for as long as it takes.
     *
     * @param permits permits to take, at least 0
     */
    void acquire(long permits);

    /**
     * The async form of {@link #acquire(long)}. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits to take, at least 0
     * @return complete when the permits are due
     */
    CompletionStage<Void> acquireAsync(long permits);

    /**
     * Takes one permit if it is there and calls.
     *
     * @param call what is limited
     * @param <T> type of the result
     * @return what the call returns
     * @throws RateLimitExceededException when there is no permit
     */
    default <T> T call(Supplier<T> call) {
        Decision decision = decide(1, Duration.ZERO);
        if (!decision.allowed()) {
            throw new RateLimitExceededException(decision);
        }
        return call.get();
    }
}
