package io.github.ratelimited.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Reads timeouts. */
final class Durations {

    private Durations() {}

    /** {@return the timeout, for as long as it takes where the configuration says -1} */
    static Duration timeout(Duration configured) {
        return configured.equals(Duration.ofMillis(-1)) ? ChronoUnit.FOREVER.getDuration() : configured;
    }
}
