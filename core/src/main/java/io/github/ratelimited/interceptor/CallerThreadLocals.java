package io.github.ratelimited.interceptor;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.Executor;

/** Takes a caller's thread-locals to the thread on which its method runs. Loaded only if context-propagation is present. */
final class CallerThreadLocals {

    private CallerThreadLocals() {}

    static Executor carriedTo(Executor executor) {
        return ContextSnapshotFactory.builder().build().captureAll().wrapExecutor(executor);
    }
}
