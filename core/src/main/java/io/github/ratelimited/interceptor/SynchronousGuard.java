package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.EventLoopTake;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.internal.EventLoops;
import org.jspecify.annotations.Nullable;

/** Takes permits on the thread of the caller, which waits for them unless it is one that must not block. */
final class SynchronousGuard implements Guard {

    private final Decisions decisions;

    SynchronousGuard(Decisions decisions) {
        this.decisions = decisions;
    }

    @Override
    public @Nullable Object invoke(LimitedCall call) throws Throwable {
        if (EventLoops.isCurrent()) {
            return settled(call, withoutBlocking(call));
        }
        return call.method().settles() ? settled(call, decisions.take(call)) : call.outcome(decisions.now(call));
    }

    private static @Nullable Object settled(LimitedCall call, Taken taken) throws Throwable {
        Object result;
        try {
            result = call.outcome(taken.decision());
        } catch (Throwable ex) {
            taken.end(CallEnd.failed(ex));
            throw ex;
        }
        taken.end(CallEnd.returned(result));
        return result;
    }

    private Taken withoutBlocking(LimitedCall call) {
        return EventLoopTake.of(
                decisions.atOnce(call),
                () -> "of " + call.method().place(),
                "Return a Mono, a Flux or a CompletionStage, or call the method on another thread, such as one of"
                        + " Schedulers.boundedElastic()");
    }
}
