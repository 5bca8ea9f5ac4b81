package io.github.ratelimited.launcher;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits until servers are where they should be. */
final class Patience {

    private Patience() {}

    /** A server that does not answer, or with an error, is not there yet. */
    static void await(String otherwise, Duration longest, BooleanSupplier condition) {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException(otherwise + " within " + longest.toSeconds() + " s");
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (UncheckedIOException | RedisReplyException notYet) {
            return false;
        }
    }
}
