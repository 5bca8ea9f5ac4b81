package io.github.ratelimited.store;

import java.util.List;

/**
 * What is needed to give permits back.
 *
 * @param bookings granted permits, empty when nothing was granted; given back in this order
 */
public record Ticket(List<Reservation> bookings) {

    /** For what took nothing. */
    public static final Ticket EMPTY = new Ticket(List.of());

    public Ticket {
        bookings = List.copyOf(bookings);
    }
}
