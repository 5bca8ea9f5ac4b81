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
import java.util.function.Supplier;
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
        return request == null ? null : named(call, () -> request.decide(listeners));
    }

    /** What the call takes and somebody settles; the thread may wait for it. */
    Taken take(LimitedCall call) {
        PermitRequest request = requests.of(call);
        return request == null ? Taken.NOTHING : named(call, () -> request.take(listeners));
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
            if (request == null) {
                return CompletableFuture.completedFuture(Taken.NOTHING);
            }
            DecisionListener told = listeners.onCall(also);
            return named(call, () -> take.apply(request, told));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private static <T extends @Nullable Object> T named(LimitedCall call, Supplier<T> decision) {
        try {
            return decision.get();
        } catch (ImpossiblePermitsException ex) {
            throw new ImpossiblePermitsException(cannotBeAsked(call, ex), ex);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(cannotBeAsked(call, ex), ex);
        }
    }

    private static String cannotBeAsked(LimitedCall call, IllegalArgumentException ex) {
        return "The rate limits of " + call.method().place() + " cannot be asked: " + ex.getMessage();
    }
}
