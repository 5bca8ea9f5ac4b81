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
 * @param back how many of the permits go back when it is given back, 1 to {@link Demand#permits()}
 */
public record Reservation(Demand demand, long grantedAt, long stateTime, Basis basis, long back) {

    /**
     * Permits that all go back when they are given back.
     *
     * @param demand what was asked for
     * @param grantedAt moment of the grant on the store's clock
     * @param stateTime the same moment by the time of what counts it
     * @param basis which store granted them
     */
    public Reservation(Demand demand, long grantedAt, long stateTime, Basis basis) {
        this(demand, grantedAt, stateTime, basis, demand.permits());
    }

    /**
     * Permits granted by a clock that has not stepped back.
     *
     * @param demand what was asked for
     * @param grantedAt moment of the grant
     * @param basis which store granted them
     */
    public Reservation(Demand demand, long grantedAt, Basis basis) {
        this(demand, grantedAt, grantedAt, basis);
    }

    /**
     * The same permits, of which only some go back.
     *
     * @param permits how many go back, 1 to {@link Demand#permits()}
     * @return for a ticket
     */
    public Reservation withBack(long permits) {
        return new Reservation(demand, grantedAt, stateTime, basis, permits);
    }
}
