package io.github.ratelimited.interceptor;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.Executor;

/** Takes the thread-locals of a caller along to another thread. Needs context-propagation on the class path. */
final class ThreadLocals {

    private ThreadLocals() {}

    /** An executor whose tasks see what the thread sees that calls this method. */
    static Executor carriedTo(Executor executor) {
        return ContextSnapshotFactory.builder().build().captureAll().wrapExecutor(executor);
    }
}
