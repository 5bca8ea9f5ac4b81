package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * Is published in the application context when a limit was changed while the application runs, for audits.
 *
 * @param limiter name of the limiter
 * @param before the limit before, {@code null} for none
 * @param after the limit after, {@code null} for none
 * @param cause who changed it
 * @param key the key whose limit was changed, {@code null} for the limit of the name
 */
public record RateLimitChangedEvent(
        String limiter,
        @Nullable RateLimit before,
        @Nullable RateLimit after,
        Cause cause,
        @Nullable String key) {

    /**
     * A change of the limit of a name.
     *
     * @param limiter name of the limiter
     * @param before the limit before, {@code null} for none
     * @param after the limit after, {@code null} for none
     * @param cause who changed it
     */
    public RateLimitChangedEvent(String limiter, @Nullable RateLimit before, @Nullable RateLimit after, Cause cause) {
        this(limiter, before, after, cause, null);
    }

    /** Who changed a limit. */
    public enum Cause {

        /** The actuator endpoint of this instance. */
        ENDPOINT,

        /** The environment of this instance. */
        CONFIGURATION
    }
}
