package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limit that was set at run time for one key.
 *
 * @param key key as it is stored
 * @param limit the limit
 * @param until when it ends, {@code null} for never
 */
public record KeyLimit(
        String key, RateLimit limit, @Nullable Instant until) {}
