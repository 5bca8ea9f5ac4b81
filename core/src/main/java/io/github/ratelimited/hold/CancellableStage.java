package io.github.ratelimited.hold;

import io.github.ratelimited.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is made of another one and passes a cancel on to a third, which asks for permits. Once those are granted it
 * cannot be cancelled, although it may not be complete yet, so no permit is lost.
 *
 * @param <T> type of its result
 */
public final class CancellableStage<T extends @Nullable Object> extends CompletableFuture<T> {

    private final CompletableFuture<?> cancellable;

    private CancellableStage(CompletableFuture<?> cancellable) {
        this.cancellable = cancellable;
    }

    /** A stage that passes a cancel on to its source. */
    public static <A, T extends @Nullable Object> CompletableFuture<T> of(
            CompletableFuture<A> source, Function<A, T> result) {
        return of(source, (value, failure) -> result.apply(succeeded(value, failure)));
    }

    /** The same, made also of why the source has no result. */
    static <A, T extends @Nullable Object> CompletableFuture<T> of(
            CompletableFuture<A> source, BiFunction<A, @Nullable Throwable, T> result) {
        return new CancellableStage<T>(source).after(source, result);
    }

    /** A stage that ends as its source does. */
    static <T> CompletableFuture<T> like(CompletableFuture<T> source, CompletableFuture<?> cancellable) {
        return new CancellableStage<T>(cancellable).after(source, CancellableStage::succeeded);
    }

    private <A> CancellableStage<T> after(CompletableFuture<A> source, BiFunction<A, @Nullable Throwable, T> result) {
        source.whenComplete((value, failure) -> {
            try {
                complete(result.apply(value, failure == null ? null : Futures.cause(failure)));
            } catch (RuntimeException | Error ex) {
                completeExceptionally(Futures.cause(ex));
            }
        });
        return this;
    }

    private static <A> A succeeded(A value, @Nullable Throwable failure) {
        if (failure != null) {
            throw new CompletionException(failure);
        }
        return value;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return cancellable.cancel(mayInterruptIfRunning);
    }
}
