package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import java.util.List;

/**
 * What is needed to give permits back.
 *
 * @param bookings granted permits, empty when nothing was granted; given back in this order
 * @param basis which store granted them
 */
public record Ticket(List<Booking> bookings, Decision.Basis basis) {

    public Ticket {
        bookings = List.copyOf(bookings);
    }
}
