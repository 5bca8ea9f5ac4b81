package io.github.ratelimited.interceptor.invocation;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.Executor;

/** Takes the thread-locals of a caller along to another thread. Needs context-propagation on the class path. */
public final class ThreadLocals {

    private ThreadLocals() {}

    /** An executor whose tasks see what the thread sees that calls this method. */
    public static Executor carriedTo(Executor executor) {
        return ContextSnapshotFactory.builder().build().captureAll().wrapExecutor(executor);
    }
}
