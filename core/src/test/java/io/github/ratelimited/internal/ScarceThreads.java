package io.github.ratelimited.internal;

import java.util.concurrent.ThreadFactory;

/** Makes threads, of which the system may have no more. */
public final class ScarceThreads implements ThreadFactory {

    private volatile boolean exhausted = true;

    /** Begins without any. */
    public ScarceThreads() {}

    /** There are threads again. */
    public void end() {
        exhausted = false;
    }

    @Override
    public Thread newThread(Runnable task) {
        if (exhausted) {
            // JUnit takes an OutOfMemoryError for its own.
            throw new InternalError("unable to create native thread");
        }
        return DaemonThreads.make("scarce", task);
    }
}
