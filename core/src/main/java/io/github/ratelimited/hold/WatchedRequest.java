package io.github.ratelimited.hold;

import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Permits of limiters of which some only watch. Those are asked one by one when the others have allowed the call, as their
 * permits would only be taken then, too.
 *
 * @param enforced the request that decides, {@code null} where nothing refuses
 * @param watching the limiters that only watch
 */
record WatchedRequest(@Nullable PermitRequest enforced, List<ShadowRequest> watching) implements PermitRequest {

    @Override
    public Taken take(DecisionListener listener) {
        Taken taken = enforced == null ? Taken.NOTHING : enforced.take(listener);
        if (taken.isAllowed()) {
            for (ShadowRequest shadow : watching) {
                taken = taken.and(shadow.take(listener));
            }
        }
        return taken;
    }

    @Override
    public CompletableFuture<Taken> takeAsync(DecisionListener listener) {
        CompletableFuture<Taken> decisive =
                enforced == null ? CompletableFuture.completedFuture(Taken.NOTHING) : enforced.takeAsync(listener);
        CompletableFuture<Taken> all = decisive.thenCompose(taken -> watched(taken, listener));
        return CancellableStage.of(decisive, all, taken -> taken);
    }

    private CompletableFuture<Taken> watched(Taken decisive, DecisionListener listener) {
        CompletableFuture<Taken> all = CompletableFuture.completedFuture(decisive);
        if (decisive.isAllowed()) {
            for (ShadowRequest shadow : watching) {
                all = all.thenCombine(shadow.takeAsync(listener), Taken::and);
            }
        }
        return all;
    }

    @Override
    public CompletableFuture<Taken> takeAtOnce(DecisionListener listener) {
        CompletableFuture<Taken> decisive =
                enforced == null ? CompletableFuture.completedFuture(Taken.NOTHING) : enforced.takeAtOnce(listener);
        return CancellableStage.of(decisive, taken -> watchedAtOnce(taken, listener));
    }

    /** What is not there at once goes back: nobody would settle it. */
    private Taken watchedAtOnce(Taken decisive, DecisionListener listener) {
        Taken all = decisive;
        if (decisive.isAllowed()) {
            for (ShadowRequest shadow : watching) {
                CompletableFuture<Taken> asked = shadow.takeAsync(listener);
                if (asked.isDone()) {
                    all = all.and(asked.join());
                } else {
                    asked.thenAccept(Taken::giveBack);
                }
            }
        }
        return all;
    }
}
