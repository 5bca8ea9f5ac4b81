package io.github.ratelimited.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for work that takes less time than waking a thread. Whoever finds it held naps and looks again: meanwhile the
 * others work undisturbed, which lets more callers through than looking all the time, or than a queue of sleepers that are
 * woken one by one. Neither fair nor reentrant.
 */
abstract class BriefLock {

    /** In ns; the system adds about as much. */
    private static final long NAP = 50_000;

    /** An object of its own: a processor is slow to read what lies beside a word that it has just locked. */
    private final AtomicBoolean held = new AtomicBoolean();

    final void lock() {
        while (!held.compareAndSet(false, true)) {
            LockSupport.parkNanos(this, NAP);
        }
    }

    final void unlock() {
        held.setRelease(false);
    }
}
