package io.github.ratelimited.failover;

import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tries what failed last once more, half a second later and off the callers' way, while an outage lasts. Safe for use by many
 * threads.
 */
final class RecoveryProbe {

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(500);

    private final ScheduledExecutorService timer;
    private boolean due;

    RecoveryProbe(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** {@return whether the caller may try, as nobody else does} */
    synchronized boolean begin() {
        boolean mine = due;
        due = false;
        return mine;
    }

    void tryLater(Runnable probe) {
        try {
            timer.schedule(() -> run(probe), Nanos.of(BETWEEN_PROBES), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            // The limiters are closed.
        }
    }

    private void run(Runnable probe) {
        synchronized (this) {
            due = true;
        }
        try {
            probe.run();
        } catch (RuntimeException | Error ex) {
            tryLater(probe);
        }
    }
}
