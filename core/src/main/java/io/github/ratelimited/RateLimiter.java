package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limiter: a name that has a limit, and optionally a key that has this limit of its own. Get one from
 * {@link RateLimiters#get(String)}. Safe for use by many threads. Limiters with the same name, key, own limit and plan are
 * equal. The names of methods are those of Redisson's {@code RRateLimiter}.
 *
 * <p>An argument that is missing is refused with an {@link IllegalArgumentException} before anything is asked or taken.
 * Each method that asks the store throws {@link IllegalStateException} if the name has no limit anywhere or the thread
 * must not block, and {@link RateLimiterUnavailableException} if the store could not answer. One that takes permits throws
 * {@link ImpossiblePermitsException} if they are negative or more than the limit can ever grant. A blocking method throws
 * {@link RateLimiterInterruptedException} if its thread is interrupted. Stages fail with the same exceptions.
 */
public interface RateLimiter extends RateControl, RateLimiterBlocks {

    /** {@return name of the limiter} */
    String name();

    /**
     * The key, in the form in which the store keeps it.
     *
     * @return the key's text, empty without a key
     */
    String key();

    /**
     * The limiter of the same name for one key. Each key has the full rate of its own.
     *
     * @param key text, a number by its value, a {@link java.security.Principal} by name, an address
     *     without its port, a date as its instant, or another object that overrides {@code toString()} and
     *     {@code equals()}; a list, set, map or array of these is a key of several parts
     * @return the limiter with that key
     * @throws NullKeyException when the key, or a part of it, is null or an empty {@code Optional}
     * @throws IllegalArgumentException when the text of the key does not depend on its value alone, or the key contains itself
     */
    RateLimiter forKey(Object key);

    /**
     * A view of this limiter that counts the same name and key under a limit of the caller, whatever was set or declared.
     * What was used stays used, so an upgraded customer keeps it. The methods that set and clear a limit throw
     * {@link UnsupportedOperationException} on a view.
     *
     * @param limit the limit, of the algorithm and type of the limiter's own, and of the same interval unless the algorithm is
     *     {@link Algorithm#SLIDING_WINDOW}, {@link Algorithm#TOKEN_BUCKET} or {@link Algorithm#LEAKY_BUCKET}; each use of the
     *     view throws {@link IllegalArgumentException} for another
     * @return the view
     * @throws UnsupportedOperationException when the limiter is one of Redisson's, which keep one limit for a key
     */
    RateLimiter withLimit(RateLimit limit);

    /**
     * A view of this limiter that counts the same name and key by a plan. A limit that was set at run time for the key, and
     * one that a {@link LimitSource} returns, still win. For a plan that is not declared the limiter's own limit counts. The
     * methods that set and clear a limit throw {@link UnsupportedOperationException} on a view.
     *
     * @param plan name of the plan, compared without case, hyphens and underscores; {@code null} for none
     * @return the view, or a limiter without a plan
     * @throws UnsupportedOperationException when the limiter is one of Redisson's and a plan is named
     */
    RateLimiter withPlan(@Nullable String plan);

    /**
     * Takes permits, and waits for them up to the timeout. A call whose wait cannot end in time is rejected at once.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return the decision, as soon as the permits are due or the call is rejected
     */
    Decision decide(long permits, Duration timeout);

    /**
     * Like {@link #decide(long, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due or the call is rejected
     */
    CompletionStage<Decision> decideAsync(long permits, Duration timeout);

    /**
     * Takes permits for a call whose cost is known only afterwards, and waits for them up to the timeout. Take the most that
     * the call can cost, or what it is likely to cost, and settle what it really used.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return what was taken, to be settled once the cost is known
     * @throws RateLimitExceededException when the call is rejected
     * @throws UnsupportedOperationException when the limiter is one of Redisson's, which can settle nothing
     */
    Hold hold(long permits, Duration timeout);

    /**
     * Like {@link #hold(long, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits to take, at least 0
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due, fails when the call is rejected
     */
    CompletionStage<Hold> holdAsync(long permits, Duration timeout);

    /**
     * Counts permits that are used already, even beyond the limit: it is never rejected, and later calls have to wait until
     * the debt is paid. While the store cannot count, this process counts them under {@link FailurePolicy#LOCAL}, and
     * nothing does under the other policies.
     *
     * @param permits permits that were used, at least 0; more than 2^50 count as 2^50
     * @throws IllegalArgumentException when negative
     * @throws UnsupportedOperationException when the limiter is one of Redisson's
     */
    void charge(long permits);

    /**
     * The async form of {@link #charge(long)}.
     *
     * @param permits permits that were used, at least 0; more than 2^50 count as 2^50
     * @return complete when they are counted, or when it is certain that nothing will count them
     */
    CompletionStage<Void> chargeAsync(long permits);

    /**
     * The permits that could be taken now without a wait. Takes none. Fails while the store cannot answer, under any policy.
     *
     * @return at least 0
     */
    long availablePermits();

    /** {@return the permits, as the async form of {@link #availablePermits()}} */
    CompletionStage<Long> availablePermitsAsync();

    /**
     * Takes permits off the count that were counted but not used, such as for a login that succeeded. Removes the oldest ones,
     * and never more than are used. Those may belong to a {@link Hold}, which then has less to give back. A token bucket has
     * refilled since they were taken, and grants that once more.
     *
     * @param permits permits to remove, at least 0
     * @throws IllegalArgumentException when negative
     */
    void release(long permits);

    /**
     * The async form of {@link #release(long)}.
     *
     * @param permits permits to remove, at least 0
     * @return complete when done
     */
    CompletionStage<Void> releaseAsync(long permits);

    /** Forgets what this name and key has used, but not its block. */
    void reset();

    /**
     * The async form of {@link #reset()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> resetAsync();

    /**
     * Takes one permit if it is available now.
     *
     * @return whether it was taken
     */
    default boolean tryAcquire() {
        return tryAcquire(1, Duration.ZERO);
    }

    /**
     * Takes permits if they are available now.
     *
     * @param permits permits to take, at least 0
     * @return whether they were taken
     */
    default boolean tryAcquire(long permits) {
        return tryAcquire(permits, Duration.ZERO);
    }

    /**
     * Takes one permit, and waits for it up to the timeout.
     *
     * @param timeout longest wait; zero or negative never waits
     * @return whether it was taken
     */
    default boolean tryAcquire(Duration timeout) {
        return tryAcquire(1, timeout);
    }

    /**
     * Takes permits, and waits for them up to the timeout. A call whose wait cannot end in time is rejected at once.
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

    /** Takes one permit, and waits for as long as it takes. */
    default void acquire() {
        acquire(1);
    }

    /**
     * Takes permits, and waits for as long as it takes.
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
     * Takes one permit if it is available now, and makes a call.
     *
     * @param call the call that is limited
     * @param <T> type of the result
     * @return what the call returns
     * @throws RateLimitExceededException when no permit is available
     */
    default <T> T call(Supplier<T> call) {
        DecisionBuilder.given("call", call);
        Decision decision = decide(1, Duration.ZERO);
        if (!decision.allowed()) {
            throw new RateLimitExceededException(decision);
        }
        return call.get();
    }
}
