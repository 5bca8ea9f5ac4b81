package io.github.ratelimited.hold;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.ImpossiblePermitsException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters whose answers say whom they are meant for.
 *
 * @param request the permits
 * @param audience for whom a limiter is meant, by its name
 */
public record AudienceRequest(PermitRequest request, Function<String, Audience> audience) implements PermitRequest {

    @Override
    public @Nullable Decision decide(DecisionListener listener) {
        return addressing(() -> {
            Decision decision = request.decide(addressed(listener));
            return decision == null ? null : addressed(decision);
        });
    }

    @Override
    public Taken take(DecisionListener listener) {
        return addressing(() -> request.take(addressed(listener)).withDecisions(this::addressed));
    }

    @Override
    public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
        return addressed(addressing(() -> request.takeAsync(addressed(listener))));
    }

    @Override
    public CompletableFuture<Taken> takeAtOnce(DecisionListener listener) {
        return addressed(addressing(() -> request.takeAtOnce(addressed(listener))));
    }

    private <T extends @Nullable Object> T addressing(Supplier<T> asking) {
        try {
            return asking.get();
        } catch (ImpossiblePermitsException ex) {
            throw addressed(ex);
        }
    }

    private CompletableFuture<Taken> addressed(CompletableFuture<Taken> asked) {
        return CancellableStage.made(asked, asked, (taken, failure) -> {
            if (failure == null) {
                return taken.withDecisions(this::addressed);
            }
            throw failure instanceof ImpossiblePermitsException impossible
                    ? addressed(impossible)
                    : new CompletionException(failure);
        });
    }

    private ImpossiblePermitsException addressed(ImpossiblePermitsException impossible) {
        return impossible.to(audience.apply(impossible.getLimiter()));
    }

    private Decision addressed(Decision decision) {
        return decision.to(audience.apply(decision.limiter()));
    }

    private DecisionListener addressed(DecisionListener listener) {
        return decision -> listener.onDecision(addressed(decision));
    }
}
