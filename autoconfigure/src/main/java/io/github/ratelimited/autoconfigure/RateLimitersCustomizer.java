package io.github.ratelimited.autoconfigure;

/**
 * Changes the builder of the limiters after the configuration has been applied and before they are built. Beans of this
 * type are called in their order, for the builder of the store that is used.
 *
 * @param <B> builder of a store: {@code RedisRateLimiters.Builder}, {@code LocalRateLimiters.Builder} or
 *     {@code RRateLimiters.Builder}
 */
@FunctionalInterface
public interface RateLimitersCustomizer<B> {

    /** Changes a builder. */
    void customize(B builder);
}
