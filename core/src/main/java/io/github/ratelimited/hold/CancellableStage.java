package io.github.ratelimited.hold;

import io.github.ratelimited.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stage made of another that can be cancelled for as long as a third can: a permit that is granted already is not
 * lost by a cancel that comes before its decision has got here.
 *
 * @param <T> type of its result
 */
public final class CancellableStage<T extends @Nullable Object> extends CompletableFuture<T> {

    private final CompletableFuture<?> cancellable;

    private CancellableStage(CompletableFuture<?> cancellable) {
        this.cancellable = cancellable;
    }

    /** A stage that can be cancelled for as long as its source can. */
    public static <A, T extends @Nullable Object> CompletableFuture<T> of(
            CompletableFuture<A> source, Function<A, T> result) {
        return of(source, source, result);
    }

    /** A stage that can be cancelled for as long as another one can. */
    public static <A, T extends @Nullable Object> CompletableFuture<T> of(
            CompletableFuture<?> cancellable, CompletableFuture<A> source, Function<A, T> result) {
        return made(cancellable, source, (value, failure) -> {
            if (failure != null) {
                throw new CompletionException(failure);
            }
            return result.apply(value);
        });
    }

    /** A stage that is made of a result, or of why there is none. */
    static <A, T extends @Nullable Object> CompletableFuture<T> made(
            CompletableFuture<?> cancellable,
            CompletableFuture<A> source,
            BiFunction<A, @Nullable Throwable, T> result) {
        CancellableStage<T> derived = new CancellableStage<>(cancellable);
        source.whenComplete((value, failure) -> {
            try {
                derived.complete(result.apply(value, failure == null ? null : Futures.cause(failure)));
            } catch (RuntimeException | Error ex) {
                derived.completeExceptionally(Futures.cause(ex));
            }
        });
        return derived;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return cancellable.cancel(mayInterruptIfRunning);
    }
}
