package io.github.ratelimited.hold;

import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters of which some only watch. Those are asked one by one when the others have allowed the call, as their
 * permits would only be taken then, too.
 *
 * @param enforced the request that decides, {@code null} where nothing rejects the call
 * @param watching the limiters that only watch
 */
record WatchedRequest(@Nullable PermitRequest enforced, List<ShadowRequest> watching) implements PermitRequest {

    @Override
    public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
        CompletableFuture<TakenPermits> decisive = enforced == null
                ? CompletableFuture.completedFuture(TakenPermits.NOTHING)
                : enforced.take(waiting, listener);
        CompletableFuture<TakenPermits> all = decisive.thenCompose(taken -> watched(taken, waiting, listener));
        return CancellableStage.like(all, decisive);
    }

    private CompletableFuture<TakenPermits> watched(TakenPermits decisive, Waiting waiting, DecisionListener listener) {
        CompletableFuture<TakenPermits> all = CompletableFuture.completedFuture(decisive);
        if (decisive.isAllowed()) {
            for (ShadowRequest shadow : watching) {
                CompletableFuture<TakenPermits> asked = shadow.take(waiting, listener);
                if (asked.isDone() || waiting != Waiting.AT_ONCE) {
                    all = all.thenCombine(asked, TakenPermits::and);
                } else {
                    // Nobody would settle it.
                    asked.thenAccept(TakenPermits::giveBack);
                }
            }
        }
        return all;
    }
}
