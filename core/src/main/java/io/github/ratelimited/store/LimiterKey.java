package io.github.ratelimited.store;

/**
 * Where permits are counted.
 *
 * @param limiter name of the limiter
 * @param key key as {@link io.github.ratelimited.key.KeyEncoding} writes it, empty without a key
 */
public record LimiterKey(String limiter, String key) {}
