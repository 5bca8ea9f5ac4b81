package io.github.ratelimited.limiter;

import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Spreads callers that would ask again at the same moment; after a block that is all of them. */
final class WaitSpread {

    /** By which part of its time a caller without a place in a queue asks later. */
    private static final double PART = 0.1;

    private static final Duration AFTER_BLOCK = Duration.ofMillis(100);

    private WaitSpread() {}

    /** {@return the delay, made longer by a random part} */
    static Duration of(Duration delay, boolean blocked) {
        long most = blocked ? Nanos.of(AFTER_BLOCK) : (long) (PART * Nanos.of(delay));
        return delay.plusNanos((long) (ThreadLocalRandom.current().nextDouble() * most));
    }
}
