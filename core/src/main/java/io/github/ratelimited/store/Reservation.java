package io.github.ratelimited.store;

import io.github.ratelimited.Decision.Basis;

/**
 * Permits that a store has granted.
 *
 * @param demand what was asked for, under the limit that was in force then
 * @param grantedAt moment of the grant on the store's clock, in microseconds since the epoch; ahead of now for a
 *     reservation
 * @param stateTime the same moment by the time of what counts it, which is that of the clock and what the clock has
 *     stepped back by, so that it never goes back
 * @param basis which store granted them, for they go back to the same
 */
public record Reservation(Demand demand, long grantedAt, long stateTime, Basis basis) {

    /** Permits granted by a clock that has not stepped back. */
    public Reservation(Demand demand, long grantedAt, Basis basis) {
        this(demand, grantedAt, grantedAt, basis);
    }
}
