package io.github.ratelimited.internal;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.LongSupplier;

/**
 * Speeds up one thread: 15,700 calls a second instead of 10,500 in the row {@code single_thread} of the benchmark.
 *
 * <p>Lets a caller spin for an answer before it sleeps, because to sleep and to be woken can take as long as the answer of a
 * server nearby. It lets other threads run meanwhile, only one caller at a time does so, and where answers take longer
 * hardly any does. Safe for use by many threads.
 */
public final class AdaptiveSpin {

    /** In ns. */
    private static final long LONGEST = 100_000;

    /** So many callers in a row sleep at once where answers have taken longer. */
    private static final int MOST_SKIPPED = 1023;

    private static final AtomicIntegerFieldUpdater<AdaptiveSpin> SPINNING =
            AtomicIntegerFieldUpdater.newUpdater(AdaptiveSpin.class, "spinning");

    private final LongSupplier nanos;
    private volatile int spinning;
    private int pause;
    private int skipped;

    public AdaptiveSpin() {
        this(System::nanoTime);
    }

    public AdaptiveSpin(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Waits for a moment, unless somebody else does or it has not been worth it lately.
     *
     * @return whether it has spun
     */
    public boolean spinFor(Future<?> answer) {
        if (answer.isDone() || !SPINNING.compareAndSet(this, 0, 1)) {
            return false;
        }
        try {
            if (skipped < pause) {
                skipped++;
                return false;
            }
            skipped = 0;
            pause = isThereSoon(answer) ? pause / 2 : Math.min(2 * pause + 1, MOST_SKIPPED);
            return true;
        } finally {
            // Without a call, which would fail where the stack has overflowed.
            spinning = 0;
        }
    }

    private boolean isThereSoon(Future<?> answer) {
        long start = nanos.getAsLong();
        while (!answer.isDone()) {
            if (nanos.getAsLong() - start > LONGEST) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }
}
