package io.github.ratelimited.limiter;

import io.github.ratelimited.store.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A future made of another whose cancelling reaches back to it, which that of {@code thenCompose} does not. */
final class CancellableChain {

    private CancellableChain() {}

    static <A, B> CompletableFuture<B> of(CompletableFuture<A> first, Function<A, CompletableFuture<B>> next) {
        CompletableFuture<B> result = new CompletableFuture<>();
        CompletableFuture<A> told = first.whenComplete((value, failure) -> {
            if (failure != null) {
                result.completeExceptionally(Futures.cause(failure));
            } else if (!result.isDone()) {
                forward(next, value, result);
            }
        });
        Futures.failWith(told, result);
        result.whenComplete((value, failure) -> first.cancel(false));
        return result;
    }

    private static <A, B> void forward(Function<A, CompletableFuture<B>> next, A value, CompletableFuture<B> result) {
        try {
            CompletableFuture<B> second = next.apply(value);
            CompletableFuture<B> told =
                    second.whenComplete((answer, failure) -> Futures.complete(result, answer, failure));
            Futures.failWith(told, result);
            result.whenComplete((answer, failure) -> second.cancel(false));
        } catch (Throwable ex) {
            result.completeExceptionally(ex);
        }
    }
}
