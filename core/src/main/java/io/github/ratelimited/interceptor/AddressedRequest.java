package io.github.ratelimited.interceptor;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.hold.DerivedStage;
import io.github.ratelimited.hold.Taken;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters of which some are not meant for clients, which their decisions say.
 *
 * @param request the permits
 * @param limits the limits of the method
 */
record AddressedRequest(PermitRequest request, List<MethodLimit> limits) implements PermitRequest {

    static PermitRequest of(PermitRequest request, LimitedMethod method) {
        return method.hidesLimits() ? new AddressedRequest(request, method.limits()) : request;
    }

    @Override
    public @Nullable Decision decide(DecisionListener listener) {
        return addressed(request.decide(told(listener)));
    }

    @Override
    public Taken take(DecisionListener listener) {
        return addressed(request.take(told(listener)));
    }

    @Override
    public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
        return DerivedStage.of(request.takeAsync(told(listener)), this::addressed);
    }

    private DecisionListener told(DecisionListener listener) {
        return decision -> listener.onDecision(decision.to(audience(decision)));
    }

    private @Nullable Decision addressed(@Nullable Decision decision) {
        return decision == null ? null : decision.to(audience(decision));
    }

    private Taken addressed(Taken taken) {
        return taken.told(decision -> decision.to(audience(decision)));
    }

    private Audience audience(Decision decision) {
        return limits.stream()
                .filter(limit -> limit.name().equals(decision.limiter()))
                .map(MethodLimit::audience)
                .findFirst()
                .orElse(decision.audience());
    }
}
