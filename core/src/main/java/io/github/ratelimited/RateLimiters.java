package io.github.ratelimited;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The rate limiters of a process, by name. Close them at the end. A map that is passed is read before the method returns, and
 * may be changed afterwards. An argument that is missing is refused with an {@link IllegalArgumentException} before anything
 * is asked or taken; stages fail with it. Safe for use by many threads.
 */
public interface RateLimiters extends AutoCloseable {

    /**
     * The limiter of a name. Creates nothing and does no I/O: a name without a limit fails at its first use.
     *
     * @param name name of the limiter: letters, digits, dots, underscores and hyphens, at most 100 characters; or the
     *     name that a method without one gives its limiter, such as {@code com.acme.Api.login(String)}
     * @return the limiter without a key
     * @throws IllegalArgumentException when the name is not well-formed
     */
    RateLimiter get(String name);

    /**
     * Declares the limit of a name for this process. It is in force here unless another one was set at run time for all
     * processes. A second declaration replaces the first, and also what the configuration or an annotation says.
     *
     * @param name name of the limiter
     * @param limit the limit
     * @return the limiter without a key
     * @throws IllegalArgumentException when the name is not well-formed
     */
    RateLimiter declare(String name, RateLimit limit);

    /**
     * Declares the plans of a name, and replaces those that were declared before. A plan that cannot count beside the limiter's
     * own limit is not used while it is so, which is logged once.
     *
     * @param name name of the limiter
     * @param plans plans by name: letters, digits, dots, underscores and hyphens, at most 100 characters; names are compared
     *     without case, hyphens and underscores
     * @throws IllegalArgumentException when a name is not well-formed, two plans have the same name, or one is called
     *     {@code none} or {@code other}
     * @throws UnsupportedOperationException when there are plans and the limiters keep one limit for a key
     */
    default void plans(String name, Map<String, Plan> plans) {
        DecisionBuilder.given("plans of '" + name + "'", plans);
        if (!plans.isEmpty()) {
            throw new UnsupportedOperationException("Rate limit '" + name + "' has the plans " + plans.keySet()
                    + ", but these limiters keep one limit for a key");
        }
    }

    /**
     * The names that have a limit, as far as this process knows: declared here or seen in the store.
     *
     * @return a snapshot, sorted
     */
    Set<String> names();

    /**
     * Takes permits of several limiters, all or none. It never reserves permits of more than one of them: with a timeout it
     * asks again when they are due and, once rejected twice, waits for its turn at the limiter that stands in the way.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return the decision of the limiter that rejected the call or, if all allowed it, of the one with the fewest permits
     *     left
     * @throws IllegalArgumentException when permits can never be granted, two limiters are views of one name and key, or one
     *     comes from other {@code RateLimiters}
     * @throws IllegalStateException when a name has no limit
     * @throws RateLimiterUnavailableException when the store could not decide
     * @throws RateLimiterInterruptedException when the thread is interrupted while it waits
     */
    Decision decide(Map<RateLimiter, Long> permits, Duration timeout);

    /**
     * Like {@link #decide(Map, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due or the call is rejected
     */
    CompletionStage<Decision> decideAsync(Map<RateLimiter, Long> permits, Duration timeout);

    /**
     * Like {@link #decide(Map, Duration)}, but returns the decision of each limiter.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return one decision for each limiter when all allowed the call, else one for each that rejected it; the first is the
     *     one that {@link #decide(Map, Duration)} returns
     */
    default List<Decision> decideEach(Map<RateLimiter, Long> permits, Duration timeout) {
        return List.of(decide(permits, timeout));
    }

    /**
     * Like {@link #decideEach(Map, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due or the call is rejected
     */
    default CompletionStage<List<Decision>> decideEachAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        CompletableFuture<Decision> decision = decideAsync(permits, timeout).toCompletableFuture();
        CompletableFuture<List<Decision>> each = decision.thenApply(List::of);
        each.whenComplete((decided, failure) -> decision.cancel(false));
        return each;
    }

    /**
     * Takes permits of several limiters, all or none, for a call whose cost is known only afterwards. Each hold is settled by
     * itself.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return a hold for each limiter, in the order of {@link #decideEach(Map, Duration)}
     * @throws RateLimitExceededException when one of them rejects the call; it has the decisions of all that did
     * @throws IllegalArgumentException when permits can never be granted, two limiters are the same, or one comes from other
     *     {@code RateLimiters}
     * @throws IllegalStateException when a name has no limit
     * @throws RateLimiterUnavailableException when the store could not decide
     * @throws RateLimiterInterruptedException when the thread is interrupted while it waits
     * @throws UnsupportedOperationException when the limiters are those of Redisson, which can settle nothing
     */
    Map<RateLimiter, Hold> hold(Map<RateLimiter, Long> permits, Duration timeout);

    /**
     * Like {@link #hold(Map, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due, fails when the call is rejected
     */
    CompletionStage<Map<RateLimiter, Hold>> holdAsync(Map<RateLimiter, Long> permits, Duration timeout);

    /**
     * The limit of a plan, such as that of paying customers. What it leaves out comes from the limiter's own limit, and so do
     * algorithm and type, which a plan cannot change.
     *
     * @param rate permits per interval, at least 1
     * @param interval length of time for which the rate counts
     * @param burst size of the bucket of {@link Algorithm#TOKEN_BUCKET}, at least 1
     */
    record Plan(
            @Nullable Long rate,
            @Nullable Duration interval,
            @Nullable Long burst) {

        public Plan {
            require(rate == null || rate >= 1, "rate must be at least 1, but is ", rate);
            require(
                    interval == null || interval.compareTo(Duration.ZERO) > 0,
                    "interval must be positive, but is ",
                    interval);
            require(burst == null || burst >= 1, "burst must be at least 1, but is ", burst);
        }

        private static void require(boolean right, String problem, @Nullable Object value) {
            if (!right) {
                throw new IllegalArgumentException("A plan's " + problem + value);
            }
        }

        /**
         * A plan with the limiter's own burst.
         *
         * @param rate permits per interval, at least 1
         * @param interval length of time for which the rate counts
         * @return the plan
         * @throws IllegalArgumentException when a value is out of range
         */
        public static Plan of(long rate, Duration interval) {
            return new Plan(rate, interval, null);
        }

        /**
         * The limit of this plan.
         *
         * @param own the limiter's own limit
         * @return the limit, with a burst that equals the rate where neither this plan nor the own limit says otherwise
         * @throws IllegalArgumentException when a value is out of range
         */
        public RateLimit of(RateLimit own) {
            long newRate = rate != null ? rate : own.rate();
            long ownBurst = own.burst() == own.rate() ? newRate : own.burst();
            if (own.calendar() != null) {
                if (interval != null) {
                    throw new IllegalArgumentException("interval " + interval + " cannot replace the calendar of a "
                            + own.calendar() + ": a plan may change the number, not the calendar");
                }
                return own.withRate(newRate, burst != null ? burst : ownBurst);
            }
            long newBurst = burst != null ? burst : ownBurst;
            return interval == null
                    ? own.withRate(newRate, newBurst)
                    : new RateLimit(newRate, interval, own.algorithm(), newBurst, own.type());
        }
    }

    /**
     * Ends all waits with a {@link RateLimiterUnavailableException}, gives their permits back and ends the threads. From then
     * on the limiters fail with an {@link IllegalStateException}, whatever their store and failure policy. What is settled
     * later is dropped where another process counts it.
     */
    @Override
    void close();
}
