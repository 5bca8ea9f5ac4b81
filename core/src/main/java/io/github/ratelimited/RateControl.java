package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Reads and changes the limit of a name or of one key at run time, for all processes. A part of {@link RateLimiter}: what
 * it says about exceptions and threads applies here too. A change that fails with {@link RateLimiterUnavailableException} may
 * still take effect.
 */
public interface RateControl {

    /**
     * The limit in force for this key and plan.
     *
     * @return the limit
     */
    RateLimit limit();

    /**
     * The async form of {@link #limit()}.
     *
     * @return the limit; complete at once when this process knows it
     */
    CompletionStage<RateLimit> limitAsync();

    /**
     * Sets the limit for all processes if there is none yet: without a key for the name, if it is neither set nor declared;
     * with a key for this key alone, if none is set for it.
     *
     * @param limit the limit
     * @return whether it was set
     */
    boolean trySetRate(RateLimit limit);

    /**
     * The async form of {@link #trySetRate(RateLimit)}.
     *
     * @param limit the limit
     * @return whether it was set
     */
    CompletionStage<Boolean> trySetRateAsync(RateLimit limit);

    /**
     * Sets the limit for all processes, whatever they declare, until {@link #clearRate()}: without a key for the name, with a
     * key for this key alone. The limit of a key wins over plans and over that of the name. What was used stays used, unless the
     * limit of a name has another algorithm: then keys count from nothing, their blocks end, and the limits that were set for
     * them are not used. A limit that differs only in the sliding window that {@link RateLimit#of} chooses by its rate keeps
     * the algorithm of the limit in force. That of a key does so at any time, so it is also used after the name has changed to
     * the other sliding window. At most 200,000 keys can have a limit.
     *
     * @param limit the limit; that of a key has the algorithm and type of the limiter's own, as for
     *     {@link RateLimiter#withLimit(RateLimit)}
     * @throws IllegalArgumentException when the limit of a key cannot count beside that of the name
     * @throws IllegalStateException when no more keys can have a limit
     */
    void setRate(RateLimit limit);

    /**
     * Sets the limit of this key alone for all processes, for a while.
     *
     * @param limit the limit, as in {@link #setRate(RateLimit)}
     * @param validFor how long it is in force, positive and at most 100 years
     * @throws UnsupportedOperationException without a key, and when the limiter is one of Redisson's
     */
    void setRate(RateLimit limit, Duration validFor);

    /**
     * The async form of {@link #setRate(RateLimit, Duration)}.
     *
     * @param limit the limit
     * @param validFor how long it is in force, positive and at most 100 years
     * @return complete when set
     */
    CompletionStage<Void> setRateAsync(RateLimit limit, Duration validFor);

    /**
     * The async form of {@link #setRate(RateLimit)}.
     *
     * @param limit the limit
     * @return complete when set
     */
    CompletionStage<Void> setRateAsync(RateLimit limit);

    /**
     * Whether a limit was set by {@link #setRate(RateLimit)} or {@link #trySetRate(RateLimit)}: without a key for the name, with
     * a key for this key alone. Answers with what this process knows: it learns within a second what others
     * set, and knows nothing of it before it has read that for the first time. To set a limit where there is none, use
     * {@link #trySetRate(RateLimit)}. With limiters of Redisson's this method asks Redis.
     *
     * @return false also when the name has no limit, or this process does not know yet what was set
     */
    boolean isRateSet();

    /**
     * Removes the limit that was set for all processes: without a key for the name, with a key for this key alone. The next
     * level is then in force again, such as a plan or what is declared.
     */
    void clearRate();

    /**
     * The async form of {@link #clearRate()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> clearRateAsync();
}
