package io.github.ratelimited.redis;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a busy machine held up a thread that wanted to run every few milliseconds. What states a speed leaves out that
 * time.
 */
final class Stalls implements AutoCloseable {

    private static final long PAUSE = 5_000_000;
    private static final long USUAL = 15_000_000;

    private final LongAdder nanos = new LongAdder();
    private final Thread thread = new Thread(this::watch, "stalls");

    Stalls() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long before = System.nanoTime();
        while (!thread.isInterrupted()) {
            LockSupport.parkNanos(PAUSE);
            long now = System.nanoTime();
            nanos.add(now - before > USUAL ? now - before - PAUSE : 0);
            before = now;
        }
    }

    double seconds() {
        return nanos.sum() / 1e9;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
