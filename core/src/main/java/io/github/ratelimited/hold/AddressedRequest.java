package io.github.ratelimited.hold;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters whose decisions say whom they are meant for.
 *
 * @param request the permits
 * @param addressed the same decision with that
 */
public record AddressedRequest(PermitRequest request, UnaryOperator<Decision> addressed) implements PermitRequest {

    @Override
    public @Nullable Decision decide(DecisionListener listener) {
        Decision decision = request.decide(told(listener));
        return decision == null ? null : addressed.apply(decision);
    }

    @Override
    public Taken take(DecisionListener listener) {
        return request.take(told(listener)).told(addressed);
    }

    @Override
    public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
        return addressed(request.takeAsync(told(listener)));
    }

    @Override
    public CompletableFuture<Taken> takeAtOnce(DecisionListener listener) {
        return addressed(request.takeAtOnce(told(listener)));
    }

    private CompletableFuture<Taken> addressed(CompletableFuture<Taken> asked) {
        return DerivedStage.of(asked, taken -> taken.told(addressed));
    }

    private DecisionListener told(DecisionListener listener) {
        return decision -> listener.onDecision(addressed.apply(decision));
    }
}
