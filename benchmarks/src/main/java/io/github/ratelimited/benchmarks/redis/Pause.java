package io.github.ratelimited.benchmarks.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what is certain to come. */
final class Pause {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Pause() {}

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Waited for a minute in vain");
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
