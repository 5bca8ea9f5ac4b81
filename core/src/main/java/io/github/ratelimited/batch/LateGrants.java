package io.github.ratelimited.batch;

import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.Reservation;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is granted to requests that have ended before their answer came. Nobody has it, so it goes back.
 *
 * @param returns takes what goes back
 */
record LateGrants(Consumer<List<Reservation>> returns) {

    void giveBack(Grant grant) {
        if (!grant.reservations().isEmpty()) {
            returns.accept(grant.reservations());
        }
    }
}
