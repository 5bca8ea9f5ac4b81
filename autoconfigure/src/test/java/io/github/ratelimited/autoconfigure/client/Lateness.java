package io.github.ratelimited.autoconfigure.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How much later than it wanted a thread of this process ran at worst, which is what a busy machine does to all of them. */
final class Lateness {

    private static final Duration BEAT = Duration.ofMillis(1);

    /** Shorter ones are made up for by callers that wait. */
    private static final Duration STALL = Duration.ofMillis(50);

    private volatile long worst;
    private volatile long stalled;

    Lateness() {
        Thread thread = new Thread(this::watch, "lateness");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (true) {
            long before = System.nanoTime();
            LockSupport.parkNanos(BEAT.toNanos());
            long late = System.nanoTime() - before - BEAT.toNanos();
            worst = Math.max(worst, late);
            stalled = stalled + (late > STALL.toNanos() ? late : 0);
        }
    }

    /** How long it was held up in all, but for moments. */
    Duration stalled() {
        return Duration.ofNanos(stalled);
    }

    Duration worst() {
        return Duration.ofNanos(worst);
    }
}
