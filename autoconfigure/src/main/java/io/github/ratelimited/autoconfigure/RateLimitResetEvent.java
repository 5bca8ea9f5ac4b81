package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Is published in the application context when the actuator endpoint has reset what a limiter or a key has used.
 *
 * @param limiter name of the limiter
 * @param key the key, {@code null} for the limiter without one
 */
public record RateLimitResetEvent(String limiter, @Nullable String key) {}
