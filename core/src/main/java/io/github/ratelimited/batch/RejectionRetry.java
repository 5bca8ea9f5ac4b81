package io.github.ratelimited.batch;

import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.store.Acquisition;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.GrantCallback;
import io.github.ratelimited.store.Turn;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks once more for a request that was rejected while permits of its limiter and key were being given back, when they are back.
 * Safe for use by many threads.
 *
 * @param returns what is being given back
 * @param store asks again
 */
record RejectionRetry(SettlementBatcher returns, BiConsumer<Acquisition, GrantCallback> store) {

    /**
     * Answers a request that was rejected.
     *
     * @param before what was being given back when it asked, {@code null} for nothing
     */
    void rejected(
            Acquisition acquisition, Grant rejection, @Nullable CompletableFuture<?> before, GrantCallback callback) {
        CompletableFuture<?> returned = null;
        if (mayAskAgain(acquisition, rejection)) {
            returned = before != null ? before : returns.to(acquisition.demands());
        }
        if (returned == null) {
            callback.answered(rejection, null);
        } else {
            askOnceMore(acquisition, rejection, returned, callback);
        }
    }

    /** Not for a caller with a place in the queue, who asks again anyway. */
    private static boolean mayAskAgain(Acquisition acquisition, Grant rejection) {
        Turn turn = acquisition.turn();
        return rejection.turn() == null
                && (turn == null || turn.isFirst())
                && !acquisition.deadline().isOver();
    }

    /** The rejection is final when the second answer does not come in time. */
    private void askOnceMore(
            Acquisition acquisition, Grant rejection, CompletableFuture<?> returned, GrantCallback callback) {
        Deadlines.all(acquisition.deadline().nanosLeft() / 2, List.of(returned))
                .thenCompose(there -> GrantCallback.stage(then -> store.accept(acquisition, then)))
                .exceptionally(failure -> rejection)
                .whenComplete((grant, failure) -> GrantCallback.answer(callback, grant, failure));
    }
}
