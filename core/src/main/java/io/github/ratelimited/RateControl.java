package io.github.ratelimited;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The limit of a name or of one key, and how it is changed at run time. A part of {@link RateLimiter}, whose words on
 * exceptions and threads hold here as well.
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
     * @return the limit, there at once when this process knows it
     */
    CompletionStage<RateLimit> limitAsync();

    /**
     * Sets the limit for all processes: without a key unless the name has one, with a key unless one was set for that key.
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
     * Sets the limit for all processes, whatever they declare, until {@link #clearRate()}: without a key that of the name,
     * with a key that of this key alone, which wins over plans and over that of the name. What was used stays used. With a key
     * the limit has the algorithm and type of the limiter's own, as in {@link RateLimiter#withLimit(RateLimit)}, and
     * {@link IllegalStateException} is thrown where 200,000 keys have a limit.
     *
     * @param limit the limit
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
     * a key for this key alone.
     *
     * @return false also when the name has no limit
     */
    boolean isRateSet();

    /**
     * Takes back what was set for all processes: without a key for the name, with a key for this key alone. Then what comes
     * next is in force again.
     */
    void clearRate();

    /**
     * The async form of {@link #clearRate()}.
     *
     * @return complete when done
     */
    CompletionStage<Void> clearRateAsync();
}
