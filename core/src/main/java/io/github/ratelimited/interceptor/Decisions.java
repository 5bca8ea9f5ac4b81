package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.hold.Listeners;
import io.github.ratelimited.hold.PermitRequest;
import io.github.ratelimited.hold.Taken;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Decides about calls and notifies the listeners. Safe for use by many threads. */
final class Decisions {

    private final PermitRequests requests;
    private final Listeners listeners;

    Decisions(PermitRequests requests, List<DecisionListener> listeners) {
        this.requests = requests;
        this.listeners = new Listeners(listeners);
    }

    /** The decision, for which the thread may wait, or {@code null} for a call that is not limited. */
    @Nullable
    Decision now(LimitedCall call) {
        PermitRequest request = requests.of(call);
        try {
            return request == null ? null : request.decide(listeners);
        } catch (IllegalArgumentException ex) {
            throw named(call, ex);
        }
    }

    /** What the call takes and somebody settles; the thread may wait for it. */
    Taken take(LimitedCall call) {
        PermitRequest request = requests.of(call);
        try {
            return request == null ? Taken.NOTHING : request.take(listeners);
        } catch (IllegalArgumentException ex) {
            throw named(call, ex);
        }
    }

    /**
     * What the call takes, when it is there. Cancelling gives permits back for as long as they are not.
     *
     * @param also is notified after the others, {@code null} for none
     */
    CompletableFuture<Taken> later(LimitedCall call, @Nullable DecisionListener also) {
        return asked(call, also, PermitRequest::takeAsync);
    }

    /** Like {@link #later}, but does not wait for limiters that only watch. */
    CompletableFuture<Taken> atOnce(LimitedCall call) {
        return asked(call, null, PermitRequest::takeAtOnce);
    }

    private CompletableFuture<Taken> asked(
            LimitedCall call,
            @Nullable DecisionListener also,
            BiFunction<PermitRequest, DecisionListener, CompletableFuture<Taken>> take) {
        try {
            PermitRequest request = requests.of(call);
            return request == null
                    ? CompletableFuture.completedFuture(Taken.NOTHING)
                    : take(call, request, listeners.onCall(also), take);
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private static CompletableFuture<Taken> take(
            LimitedCall call,
            PermitRequest request,
            DecisionListener listener,
            BiFunction<PermitRequest, DecisionListener, CompletableFuture<Taken>> take) {
        try {
            return take.apply(request, listener);
        } catch (IllegalArgumentException ex) {
            throw named(call, ex);
        }
    }

    private static IllegalArgumentException named(LimitedCall call, IllegalArgumentException ex) {
        String message = "The rate limits of " + call.method().place() + " cannot be asked: " + ex.getMessage();
        return ex instanceof ImpossiblePermitsException impossible
                ? new ImpossiblePermitsException(message, impossible)
                : new IllegalArgumentException(message, ex);
    }
}
