package io.github.ratelimited.autoconfigure.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** How much later than it wanted a thread of this process ran at worst, which is what a busy machine does to all of them. */
final class Lateness {

    private static final Duration BEAT = Duration.ofMillis(1);

    private volatile long worst;

    Lateness() {
        Thread thread = new Thread(this::watch, "lateness");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (true) {
            long before = System.nanoTime();
            LockSupport.parkNanos(BEAT.toNanos());
            worst = Math.max(worst, System.nanoTime() - before - BEAT.toNanos());
        }
    }

    Duration worst() {
        return Duration.ofNanos(worst);
    }
}
