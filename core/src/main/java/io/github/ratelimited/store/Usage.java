package io.github.ratelimited.store;

import java.time.Duration;

/**
 * How much of a limit is used.
 *
 * @param remaining permits that a caller who does not wait could take, at least 0
 * @param resetAfter time until the limit is wholly unused again
 * @param blockedFor what is left of a block, zero for none; while it is positive no permits remain
 */
public record Usage(long remaining, Duration resetAfter, Duration blockedFor) {

    /** How much is used of a limit that is not blocked. */
    public Usage(long remaining, Duration resetAfter) {
        this(remaining, resetAfter, Duration.ZERO);
    }

    /** From what a state returns, with permits that remain as {@link Demand#decided} takes them. */
    public static Usage ofState(long remaining, Duration resetAfter) {
        return remaining < 0
                ? new Usage(0, resetAfter, Micros.toDuration(-remaining))
                : new Usage(remaining, resetAfter);
    }
}
