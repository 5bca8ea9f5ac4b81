package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.internal.EventLoops;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Takes permits on the thread of the caller, which waits for them unless it is one that must not block. */
final class SynchronousGuard implements Guard {

    private final Decisions decisions;

    SynchronousGuard(Decisions decisions) {
        this.decisions = decisions;
    }

    @Override
    public @Nullable Object invoke(LimitedCall call) throws Throwable {
        return call.outcome(EventLoops.isCurrent() ? withoutBlocking(call) : decisions.now(call));
    }

    private @Nullable Decision withoutBlocking(LimitedCall call) throws Throwable {
        CompletableFuture<@Nullable Decision> decision = decisions.later(call, Decisions.NOBODY);
        if (!decision.isDone() && decision.cancel(false)) {
            throw new IllegalStateException(
                    "The rate limits of " + call.method().place()
                            + " would have to be waited for on thread '"
                            + Thread.currentThread().getName()
                            + "', which must not block. Return a Mono, a Flux or a CompletionStage, or call the method on"
                            + " another thread, such as one of Schedulers.boundedElastic()");
        }
        try {
            return decision.join();
        } catch (CompletionException ex) {
            throw Decisions.cause(ex);
        }
    }
}
