package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters of which some only watch. Those are asked when the others have allowed the call, as their permits
 * would only be taken then, too.
 *
 * @param enforced the request that decides, {@code null} where nothing refuses
 * @param watching the limiters that only watch
 */
record WatchedRequest(@Nullable PermitRequest enforced, List<ShadowRequest> watching) implements PermitRequest {

    @Override
    public @Nullable Decision decide(DecisionListener listener) {
        Decision decision = enforced == null ? null : enforced.decide(listener);
        if (decision == null || decision.allowed()) {
            watching.forEach(shadow -> shadow.decide(listener));
        }
        return decision;
    }

    @Override
    public CompletableFuture<@Nullable Decision> decideAsync(DecisionListener listener) {
        CompletableFuture<@Nullable Decision> decision =
                enforced == null ? CompletableFuture.completedFuture(null) : enforced.decideAsync(listener);
        CompletableFuture<@Nullable Decision> watched = decision.thenCompose(decided -> {
            CompletableFuture<?>[] shadows = decided == null || decided.allowed()
                    ? watching.stream()
                            .map(shadow -> shadow.decideAsync(listener))
                            .toArray(CompletableFuture[]::new)
                    : new CompletableFuture<?>[0];
            return CompletableFuture.allOf(shadows).thenApply(done -> decided);
        });
        watched.whenComplete((decided, failure) -> decision.cancel(false));
        return watched;
    }
}
