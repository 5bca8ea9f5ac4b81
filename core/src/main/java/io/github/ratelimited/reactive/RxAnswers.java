package io.github.ratelimited.reactive;

import io.github.ratelimited.internal.Futures;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Stages for RxJava, whose own {@code fromCompletionStage} is neither lazy nor cancels the stage. */
final class RxAnswers {

    private RxAnswers() {}

    static <T> Single<T> single(Supplier<CompletionStage<T>> question) {
        return Single.create(emitter -> {
            CompletableFuture<T> answer = question.get().toCompletableFuture();
            emitter.setCancellable(() -> answer.cancel(false));
            answer.whenComplete((value, failure) -> {
                if (failure == null) {
                    emitter.onSuccess(value);
                } else {
                    emitter.tryOnError(Futures.cause(failure));
                }
            });
        });
    }

    static Completable completable(Supplier<CompletionStage<Void>> question) {
        return Completable.create(emitter -> {
            CompletableFuture<Void> answer = question.get().toCompletableFuture();
            emitter.setCancellable(() -> answer.cancel(false));
            answer.whenComplete((nothing, failure) -> {
                if (failure == null) {
                    emitter.onComplete();
                } else {
                    emitter.tryOnError(Futures.cause(failure));
                }
            });
        });
    }
}
