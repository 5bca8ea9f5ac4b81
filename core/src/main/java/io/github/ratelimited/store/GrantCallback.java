package io.github.ratelimited.store;

import io.github.ratelimited.internal.Futures;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Receives the answer to a request for permits. A callback, because a stage for each {@link LimiterStore} on the way
 * costs more than what the stores do.
 */
@FunctionalInterface
public interface GrantCallback {

    /**
     * Receives what was decided; the call returns soon and does not block. If it throws, it may be called once more, with
     * what it has thrown, so that every caller gets an answer.
     *
     * @param grant the answer, or {@code null} when there is none
     * @param failure why there is none, or {@code null} when there is an answer
     */
    void answered(@Nullable Grant grant, @Nullable Throwable failure);

    /** {@return this callback, which is called once something else has learned of the answer, whatever that throws} */
    default GrantCallback after(Consumer<@Nullable Grant> learner) {
        return (grant, failure) -> {
            try {
                learner.accept(grant);
            } finally {
                answered(grant, failure);
            }
        };
    }

    /** Calls a callback with what was decided, and once more if it throws, with what it has thrown. */
    static void answer(GrantCallback callback, @Nullable Grant grant, @Nullable Throwable failure) {
        try {
            callback.answered(grant, failure);
        } catch (RuntimeException | Error ex) {
            callback.answered(null, ex);
        }
    }

    /** The answer to a question that is asked here, for callers that go on when it arrives. */
    static CompletableFuture<Grant> stage(Consumer<GrantCallback> question) {
        CompletableFuture<Grant> answer = new CompletableFuture<>();
        question.accept((grant, failure) -> {
            if (grant != null) {
                answer.complete(grant);
            } else {
                answer.completeExceptionally(Futures.cause(Objects.requireNonNull(failure)));
            }
        });
        return answer;
    }
}
