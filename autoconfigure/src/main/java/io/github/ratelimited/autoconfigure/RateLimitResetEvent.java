package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Is published in the application context when the actuator endpoint made a limiter forget the use of a key.
 *
 * @param limiter name of the limiter
 * @param key the key, {@code null} for the limiter without one
 */
public record RateLimitResetEvent(String limiter, @Nullable String key) {}
