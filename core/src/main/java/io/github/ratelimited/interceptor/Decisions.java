package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.internal.Collaborator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Has calls decided and tells the listeners. Safe for use by many threads. */
final class Decisions {

    /** Is told and does nothing. */
    static final DecisionListener NOBODY = decision -> {};

    private final PermitRequests requests;
    private final List<Collaborator<DecisionListener>> listeners;
    private final Collaborator<DecisionListener> ofSubscribers = new Collaborator<>(NOBODY);
    private final DecisionListener all;

    Decisions(PermitRequests requests, List<DecisionListener> listeners) {
        this.requests = requests;
        this.listeners = listeners.stream().map(Collaborator::new).toList();
        this.all = all(this.listeners);
    }

    /** The decision, for which the thread may wait, or {@code null} for a call that is not limited. */
    @Nullable
    Decision now(LimitedCall call) {
        PermitRequest request = requests.of(call);
        return request == null ? null : named(call, () -> request.decide(all));
    }

    /** What the call takes and somebody settles; the thread may wait for it. */
    Taken take(LimitedCall call) {
        PermitRequest request = requests.of(call);
        return request == null ? Taken.NOTHING : named(call, () -> request.take(all));
    }

    /**
     * What the call takes, when it is there. Cancelling gives permits back for as long as they are not.
     *
     * @param also is told after the others
     */
    CompletableFuture<Taken> later(LimitedCall call, DecisionListener also) {
        try {
            PermitRequest request = requests.of(call);
            if (request == null) {
                return CompletableFuture.completedFuture(Taken.NOTHING);
            }
            DecisionListener told = onCall(also);
            return named(call, () -> request.takeAsync(told));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private DecisionListener onCall(DecisionListener also) {
        if (listeners.isEmpty() && also == NOBODY) {
            return NOBODY;
        }
        List<Collaborator<DecisionListener>> ofCall = new ArrayList<>();
        listeners.forEach(each -> ofCall.add(each.with(each.ask(DecisionListener::onCall, NOBODY))));
        ofCall.add(ofSubscribers.with(also));
        return all(ofCall);
    }

    private static DecisionListener all(List<Collaborator<DecisionListener>> listeners) {
        return decision -> {
            for (Collaborator<DecisionListener> each : listeners) {
                each.tell(listener -> listener.onDecision(decision));
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
}
