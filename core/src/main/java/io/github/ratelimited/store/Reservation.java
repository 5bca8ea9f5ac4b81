package io.github.ratelimited.store;

import io.github.ratelimited.Decision.Basis;

/**
 * Permits that a store has granted.
 *
 * @param demand what was asked for
 * @param grantedAt moment of the grant on the store's clock, in microseconds since the epoch; ahead of now for a
 *     reservation
 * @param basis which store granted them, for they go back to the same
 */
public record Reservation(Demand demand, long grantedAt, Basis basis) {}
