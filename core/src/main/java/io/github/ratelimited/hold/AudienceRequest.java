package io.github.ratelimited.hold;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Permits of limiters whose answers say whom they are meant for.
 *
 * @param request the permits
 * @param audience for whom a limiter is meant, by its name
 */
public record AudienceRequest(PermitRequest request, Function<String, Audience> audience) implements PermitRequest {

    @Override
    public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
        try {
            CompletableFuture<TakenPermits> asked =
                    request.take(waiting, decision -> listener.onDecision(addressed(decision)));
            return CancellableStage.of(asked, (taken, failure) -> {
                if (failure == null) {
                    return taken.withDecisions(this::addressed);
                }
                throw failure instanceof ImpossiblePermitsException impossible
                        ? addressed(impossible)
                        : new CompletionException(failure);
            });
        } catch (ImpossiblePermitsException ex) {
            throw addressed(ex);
        }
    }

    private ImpossiblePermitsException addressed(ImpossiblePermitsException impossible) {
        return impossible.to(audience.apply(impossible.getLimiter()));
    }

    private Decision addressed(Decision decision) {
        return decision.to(audience.apply(decision.limiter()));
    }
}
