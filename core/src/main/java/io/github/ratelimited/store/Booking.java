package io.github.ratelimited.store;

/**
 * Permits that a store has granted.
 *
 * @param demand what was asked for
 * @param grantedAt moment of the grant on the store's clock, in microseconds since the epoch; ahead of now for a
 *     reservation
 */
public record Booking(Demand demand, long grantedAt) {}
