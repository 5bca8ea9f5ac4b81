package io.github.ratelimited.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Is published in the application context when this instance has lifted a block, or finds it lifted before its end.
 * Listeners must not block their thread, which may be one of the store.
 *
 * @param limiter name of the limiter
 * @param key the key in the form in which the store keeps it, {@code null} for the limiter
 */
public record RateLimitUnblockedEvent(
        String limiter, @Nullable String key) {}
