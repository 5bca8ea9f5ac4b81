package io.github.ratelimited.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How one future fails or completes like another. */
public final class Futures {

    private Futures() {}

    public static <T> void complete(CompletableFuture<T> result, T value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(cause(failure));
        }
    }

    /**
     * Fails a result with what a callback has already thrown, which its stage keeps to itself, such as that the stack has
     * ended. Does nothing about a callback that still has to run.
     */
    public static void failIfThrown(CompletionStage<?> callback, CompletableFuture<?> result) {
        CompletableFuture<?> called = callback.toCompletableFuture();
        if (called.isCompletedExceptionally() && !result.isDone()) {
            try {
                called.getNow(null);
            } catch (RuntimeException ex) {
                result.completeExceptionally(cause(ex));
            }
        }
    }

    /** {@return the answer to a question, failed with what is thrown where it is asked} */
    public static <T> CompletableFuture<T> ask(Supplier<? extends CompletionStage<T>> question) {
        try {
            return question.get().toCompletableFuture();
        } catch (RuntimeException | Error ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    /** {@return an answer, or throws what it failed with} */
    public static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException ex) {
            Throwable cause = cause(ex);
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException known ? known : ex;
        }
    }

    /** {@return what failed, without the wrapping of a stage that depends on another} */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
