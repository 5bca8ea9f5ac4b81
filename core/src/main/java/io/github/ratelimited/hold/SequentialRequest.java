package io.github.ratelimited.hold;

import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Permits of limiters that cannot be asked together. They are asked one after the other until one rejects the call; what the
 * earlier ones granted stays taken.
 *
 * @param requests the permits of each, of which there is at least one
 */
record SequentialRequest(List<PermitRequest> requests) implements PermitRequest {

    @Override
    public CompletableFuture<TakenPermits> take(Waiting waiting, DecisionListener listener) {
        CompletableFuture<TakenPermits> first = requests.get(0).take(waiting, listener);
        CompletableFuture<TakenPermits> all = first;
        for (PermitRequest next : requests.subList(1, requests.size())) {
            all = all.thenCompose(taken -> taken.isAllowed()
                    ? next.take(waiting, listener).thenApply(more -> joined(taken, more))
                    : CompletableFuture.completedFuture(taken));
        }
        return CancellableStage.like(all, first);
    }

    private static TakenPermits joined(TakenPermits taken, TakenPermits more) {
        return more.isAllowed() ? taken.and(more) : more;
    }
}
