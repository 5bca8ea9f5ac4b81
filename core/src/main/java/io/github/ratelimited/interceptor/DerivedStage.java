package io.github.ratelimited.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage made of another that can be cancelled for as long as the other can: a permit that is granted already is not
 * lost by a cancel that comes before its decision has got here.
 */
final class DerivedStage<T extends @Nullable Object> extends CompletableFuture<T> {

    private final CompletableFuture<?> source;

    private DerivedStage(CompletableFuture<?> source) {
        this.source = source;
    }

    static <A, T extends @Nullable Object> CompletableFuture<T> of(CompletableFuture<A> source, Function<A, T> result) {
        DerivedStage<T> derived = new DerivedStage<>(source);
        source.whenComplete((value, failure) -> {
            if (failure == null) {
                derived.complete(value, result);
            } else {
                derived.completeExceptionally(causeOf(failure));
            }
        });
        return derived;
    }

    private <A> void complete(A value, Function<A, T> result) {
        try {
            complete(result.apply(value));
        } catch (RuntimeException | Error ex) {
            completeExceptionally(ex);
        }
    }

    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return source.cancel(mayInterruptIfRunning);
    }
}
