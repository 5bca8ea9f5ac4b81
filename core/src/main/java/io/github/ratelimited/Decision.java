package io.github.ratelimited;

import java.io.Serializable;
import java.time.Duration;

/**
 * What was decided about one request. Immutable. Durations are rounded up to whole microseconds.
 *
 * @param limiter name of the limiter that decided; of several limiters the one that refused, or, where all allowed,
 *     the one with the fewest permits left
 * @param limit limit that was in force
 * @param allowed whether the call may go through
 * @param delay how long the permits were waited for; zero when they were there at once or were refused
 * @param remaining permits that a caller who does not wait could take right after the decision, at least 0
 * @param retryAfter when refused, the time until the permits asked for are due if nobody else comes; else zero
 * @param resetAfter time until the limit is wholly unused again if nobody else comes
 * @param basis what the decision rests on; of several limiters that allowed {@link Basis#STORE} only where the stores
 *     decided for all of them
 */
public record Decision(
        String limiter,
        RateLimit limit,
        boolean allowed,
        Duration delay,
        long remaining,
        Duration retryAfter,
        Duration resetAfter,
        Basis basis)
        implements Serializable {

    /** What a decision rests on. */
    public enum Basis {

        /** The store of the limiter. */
        STORE,

        /** This process alone, because the store could not decide. */
        LOCAL,

        /** Nothing: the call went through because limits are switched off or the store could not decide. */
        OPEN,

        /** Nothing: the call was refused because the store could not decide. */
        CLOSED,

        /** The store refused, but the limiter only watches. */
        SHADOW
    }
}
