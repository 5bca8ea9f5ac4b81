package io.github.ratelimited;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** All rate limiters of a process, by name. Safe for use by many threads. */
public interface RateLimiters extends AutoCloseable {

    /**
     * The limiter of a name. Never fails for a well-formed name, creates nothing and does no I/O; whether the name has
     * a limit shows at its first use.
     *
     * @param name name of the limiter: letters, digits, dots, underscores and hyphens, at most 100 characters; or the
     *     name that a method without one gives its limiter, such as {@code com.acme.Api.login(String)}
     * @return the limiter without a key
     * @throws IllegalArgumentException when the name is not well-formed
     */
    RateLimiter get(String name);

    /**
     * Declares the limit that this process wants for a name. It is in force here unless an operator has set another
     * for all processes. A second declaration replaces the first.
     *
     * @param name name of the limiter
     * @param limit the limit
     * @return the limiter without a key
     * @throws IllegalArgumentException when the name is not well-formed
     */
    RateLimiter declare(String name, RateLimit limit);

    /**
     * The names that have a limit, declared here or known from the store so far.
     *
     * @return a snapshot, sorted
     */
    Set<String> names();

    /**
     * Takes permits of several limiters, all or none. Permits of more than one limiter are never reserved: the timeout
     * is spent by asking again when they are due.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return what was decided
     * @throws IllegalArgumentException when permits can never be granted, or two limiters are the same
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
     * @return complete when the permits are due or refused
     */
    CompletionStage<Decision> decideAsync(Map<RateLimiter, Long> permits, Duration timeout);

    /**
     * Like {@link #decide(Map, Duration)}, but tells what each limiter decided.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return when allowed a decision for each limiter, else one for each that refused; the first is the one that
     *     {@link #decide(Map, Duration)} returns
     */
    default List<Decision> decideEach(Map<RateLimiter, Long> permits, Duration timeout) {
        return List.of(decide(permits, timeout));
    }

    /**
     * Like {@link #decideEach(Map, Duration)}, but never blocks. Cancelling the stage's future gives the permits back.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return complete when the permits are due or refused
     */
    default CompletionStage<List<Decision>> decideEachAsync(Map<RateLimiter, Long> permits, Duration timeout) {
        CompletableFuture<Decision> decision = decideAsync(permits, timeout).toCompletableFuture();
        CompletableFuture<List<Decision>> each = decision.thenApply(List::of);
        each.whenComplete((decided, failure) -> decision.cancel(false));
        return each;
    }

    /**
     * Takes permits of several limiters, all or none, for a call whose cost is known only afterwards. Each limiter's permits
     * are settled by themselves.
     *
     * @param permits permits for each limiter, at least one entry
     * @param timeout longest wait; zero or negative never waits
     * @return a hold for each limiter, in the order of {@link #decideEach(Map, Duration)}
     * @throws RateLimitExceededException when one of them refuses; it tells the decisions of all that do
     * @throws IllegalArgumentException when permits can never be granted, or two limiters are the same
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
     * @return complete when the permits are due, fails when they are refused
     */
    CompletionStage<Map<RateLimiter, Hold>> holdAsync(Map<RateLimiter, Long> permits, Duration timeout);

    /** Ends all waits with a {@link RateLimiterUnavailableException}, gives their permits back and frees the threads. */
    @Override
    void close();
}
