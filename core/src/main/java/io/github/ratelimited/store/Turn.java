package io.github.ratelimited.store;

import io.github.ratelimited.Decision.Basis;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The place of a caller in the queue of those whose permits are too far off to be reserved. A store that turns a caller
 * away gives it one; the caller sleeps and asks again with it.
 *
 * @param horizon how far ahead permits can be reserved, at least a second
 * @param round when it was given, in rounds of the queue; 0 for a caller that asks for the first time
 * @param number its place: the permits that were asked for before, by those who are gone as well
 * @param pause how long to sleep before asking again
 * @param basis which store gave it, {@code null} for a caller that asks for the first time
 */
public record Turn(
        Duration horizon,
        long round,
        long number,
        Duration pause,
        @Nullable Basis basis) {

    /**
     * {@return what a caller asks with for the first time, which is a turn without a place}
     *
     * @param horizon how far ahead permits can be reserved, at least a second
     */
    public static Turn first(Duration horizon) {
        return new Turn(horizon, 0, 0, Duration.ZERO, null);
    }

    /** {@return what to ask a store with: a place in the queue of another store is none here} */
    public Turn at(Basis other) {
        return basis == other || isFirst() ? this : first(horizon);
    }

    /** {@return the same turn as given by a store} */
    public Turn of(Basis store) {
        return new Turn(horizon, round, number, pause, store);
    }

    Turn within(Duration other) {
        return new Turn(other, round, number, pause, basis);
    }

    /** {@return whether the caller asks for the first time, and has no place yet} */
    public boolean isFirst() {
        return round == 0;
    }
}
