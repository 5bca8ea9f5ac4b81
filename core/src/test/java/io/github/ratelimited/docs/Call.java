package io.github.ratelimited.docs;

import io.github.ratelimited.Decision;

/**
 * A call and what was decided about it.
 *
 * @param at moment of the call in microseconds from the start
 * @param decision what was decided
 */
record Call(long at, Decision decision) {

    long grantedAt() {
        return at + decision.delay().toNanos() / 1000;
    }
}
