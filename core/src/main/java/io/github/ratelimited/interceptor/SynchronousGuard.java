package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.expression.CallEnd;
import io.github.ratelimited.internal.CurrentThread;
import org.jspecify.annotations.Nullable;

/** Takes permits on the thread of the caller, which waits for them unless it is one that must not block. */
record SynchronousGuard(CallPermits permits) {

    @Nullable
    Object invoke(LimitedCall call) throws Throwable {
        if (CurrentThread.isEventLoop()) {
            return settled(call, withoutBlocking(call));
        }
        return call.method().settles() ? settled(call, permits.take(call)) : call.outcome(permits.now(call));
    }

    private static @Nullable Object settled(LimitedCall call, TakenPermits taken) throws Throwable {
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

    private TakenPermits withoutBlocking(LimitedCall call) {
        return TakenPermits.atOnce(
                permits.atOnce(call),
                () -> "of " + call.method().place(),
                "Return a Mono, a Flux or a CompletionStage, or call the method on another thread, such as one of"
                        + " Schedulers.boundedElastic()");
    }
}
