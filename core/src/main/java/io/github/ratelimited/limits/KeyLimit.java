package io.github.ratelimited.limits;

import io.github.ratelimited.RateLimit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limit that was set at run time for one key.
 *
 * @param key key as it is stored
 * @param limit the limit as it was set; one that the rate chose counts by the sliding window of its name
 * @param until when it ends, {@code null} for never
 */
public record KeyLimit(
        String key, RateLimit limit, @Nullable Instant until) {}
