package io.github.ratelimited.store;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;

/**
 * Permits that a store has granted.
 *
 * @param demand what was asked for, under the limit that was in force then
 * @param grantedAt moment of the grant on the store's clock, in microseconds since the epoch; ahead of now for a
 *     reservation
 * @param stateTime the same moment on the clock of the state that counts them, which never goes back: where the store's clock
 *     steps back, it runs ahead by as much
 * @param basis which store granted them, for they go back to the same
 */
public record Reservation(Demand demand, long grantedAt, long stateTime, Basis basis) {

    /** Permits granted by a clock that has not stepped back. */
    public Reservation(Demand demand, long grantedAt, Basis basis) {
        this(demand, grantedAt, grantedAt, basis);
    }

    /** {@return the same as if it had been granted under another limit} */
    public Reservation under(RateLimit limit) {
        return new Reservation(demand.under(limit), grantedAt, stateTime, basis);
    }
}
