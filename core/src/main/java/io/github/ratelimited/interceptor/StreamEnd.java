package io.github.ratelimited.interceptor;

import io.github.ratelimited.hold.TakenPermits;
import io.github.ratelimited.interceptor.expression.CallEnd;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Follows what a reactive method emits until it ends, and settles it then. Elements come one after the other; the end may
 * come on another thread.
 */
final class StreamEnd {

    private final TakenPermits taken;
    private final boolean many;
    private final boolean keeps;
    private volatile long count;
    private volatile @Nullable Object last;

    /**
     * Follows one call.
     *
     * @param many whether it may emit more than one element, so that a caller who cancels has had enough
     */
    StreamEnd(TakenPermits taken, boolean many) {
        this.taken = taken;
        this.many = many;
        this.keeps = taken.uses(CallEnd.RESULT);
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void next(Object element) {
        count = count + 1;
        if (keeps) {
            last = element;
        }
    }

    void completed() {
        end(null);
    }

    /** Of a stream what has come is known; a result that has not come is missed. */
    void cancelled() {
        end(many || count > 0 ? null : new CancellationException("The caller has cancelled the call"));
    }

    void failed(Throwable failure) {
        end(failure);
    }

    private void end(@Nullable Throwable failure) {
        taken.end(CallEnd.streamed(last, count, failure));
    }
}
