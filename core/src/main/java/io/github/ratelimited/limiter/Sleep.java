package io.github.ratelimited.limiter;

import io.github.ratelimited.observe.LimiterObserver.Pause;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The sleep of one wait, which observers see as one pause however often the caller has to ask again. Safe for use by many
 * threads.
 */
final class Sleep {

    private @Nullable Future<?> timer;
    private Pause pause = Pause.NONE;

    void observe(Pause observed) {
        pause = observed;
    }

    /** {@return whether it has just begun} */
    boolean until(Future<?> newTimer) {
        boolean begins;
        synchronized (this) {
            begins = timer == null;
            timer = newTimer;
        }
        if (begins) {
            pause.begin();
        }
        return begins;
    }

    void end() {
        pause.end();
        cancel();
    }

    synchronized void cancel() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
