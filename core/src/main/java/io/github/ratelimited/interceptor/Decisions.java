package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has calls decided and tells the listeners. Safe for use by many threads. */
final class Decisions {

    private static final Logger log = LoggerFactory.getLogger(Decisions.class);

    private final PermitRequests requests;
    private final List<DecisionListener> listeners;
    private final DecisionListener all;

    Decisions(PermitRequests requests, List<DecisionListener> listeners) {
        this.requests = requests;
        this.listeners = listeners;
        this.all = all(listeners);
    }

    /** The decision, for which the thread may wait, or {@code null} for a call that is not limited. */
    @Nullable
    Decision now(LimitedCall call) {
        PermitRequest request = requests.of(call);
        return request == null ? null : named(call, () -> request.decide(all));
    }

    /**
     * The decision when it is there, or {@code null} for a call that is not limited. Cancelling gives permits back.
     *
     * @param also is told after the others
     */
    CompletableFuture<@Nullable Decision> later(LimitedCall call, DecisionListener also) {
        try {
            PermitRequest request = requests.of(call);
            if (request == null) {
                return CompletableFuture.completedFuture(null);
            }
            DecisionListener ofCall = onCall();
            return named(
                    call,
                    () -> request.decideAsync(decision -> {
                        ofCall.onDecision(decision);
                        also.onDecision(decision);
                    }));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private DecisionListener onCall() {
        return listeners.isEmpty()
                ? all
                : all(listeners.stream().map(DecisionListener::onCall).toList());
    }

    private static DecisionListener all(List<DecisionListener> listeners) {
        return decision -> {
            for (DecisionListener listener : listeners) {
                try {
                    listener.onDecision(decision);
                } catch (RuntimeException ex) {
                    log.warn("A listener has failed for {}", decision, ex);
                }
            }
        };
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

    /** Why a decision failed, without the wrapping of stages. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
