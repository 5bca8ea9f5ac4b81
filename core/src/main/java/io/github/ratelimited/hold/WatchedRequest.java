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
    public CompletableFuture<Taken> take(Waiting waiting, DecisionListener listener) {
        CompletableFuture<Taken> decisive =
                enforced == null ? CompletableFuture.completedFuture(Taken.NOTHING) : enforced.take(waiting, listener);
        CompletableFuture<Taken> all = decisive.thenCompose(taken -> watched(taken, waiting, listener));
        return CancellableStage.like(all, decisive);
    }

    private CompletableFuture<Taken> watched(Taken decisive, Waiting waiting, DecisionListener listener) {
        CompletableFuture<Taken> all = CompletableFuture.completedFuture(decisive);
        if (decisive.isAllowed()) {
            for (ShadowRequest shadow : watching) {
                CompletableFuture<Taken> asked = shadow.take(waiting, listener);
                if (asked.isDone() || waiting != Waiting.AT_ONCE) {
                    all = all.thenCombine(asked, Taken::and);
                } else {
                    // Nobody would settle it.
                    asked.thenAccept(Taken::giveBack);
                }
            }
        }
        return all;
    }
}
