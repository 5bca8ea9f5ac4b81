package io.github.ratelimited.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for work that takes less time than waking a thread. Whoever finds it held looks again by itself, and naps where
 * the holder seems to have lost its processor; a queue of sleepers, woken one by one, would make every caller as slow as
 * waking is. Neither fair nor reentrant.
 */
abstract class BriefLock {

    private static final int LOOKS = 20;

    /** An object of its own: a processor is slow to read what lies beside a word that it has just locked. */
    private final AtomicBoolean held = new AtomicBoolean();

    final void lock() {
        for (int looks = 1; !held.compareAndSet(false, true); looks++) {
            if (looks % LOOKS == 0) {
                LockSupport.parkNanos(this, 1);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    final void unlock() {
        held.setRelease(false);
    }
}
