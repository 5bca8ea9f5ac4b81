package io.github.ratelimited.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Is published in the application context when this instance has blocked a limiter or key, or finds it blocked; once for
 * each block. Listeners must not block their thread, which may be one of the store.
 *
 * @param limiter name of the limiter
 * @param key the key in the form in which the store keeps it, {@code null} for the limiter
 * @param blockedFor rest of the block
 * @param here whether this instance has blocked it
 */
public record RateLimitBlockedEvent(
        String limiter, @Nullable String key, Duration blockedFor, boolean here) {}
