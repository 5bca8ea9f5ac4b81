package io.github.ratelimited.reactive;

import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.Returnable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The answer of a limiter, asked for by each subscriber anew. A subscriber either has it or has cancelled, and what was
 * granted to one that has cancelled goes back.
 *
 * @param question asks the limiter
 * @param <T> type of the answer
 */
record LimiterAnswer<T>(Supplier<CompletionStage<T>> question) implements Publisher<T> {

    @Override
    public void subscribe(Subscriber<? super T> subscriber) {
        subscriber.onSubscribe(new Question<>(question, subscriber));
    }

    private enum State {
        NEW,
        ASKED,
        OVER
    }

    private static final class Question<T> implements Subscription {

        private final Supplier<CompletionStage<T>> question;
        private final Subscriber<? super T> subscriber;
        private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
        private volatile @Nullable CompletableFuture<T> asked;

        Question(Supplier<CompletionStage<T>> question, Subscriber<? super T> subscriber) {
            this.question = question;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long elements) {
            if (!state.compareAndSet(State.NEW, State.ASKED)) {
                return;
            }
            CompletableFuture<T> answer = Futures.ask(question);
            asked = answer;
            answer.whenComplete((value, failure) -> {
                if (state.compareAndSet(State.ASKED, State.OVER)) {
                    tryToEmit(value, failure);
                } else if (answer instanceof Returnable granted) {
                    granted.takeBack();
                }
            });
            if (state.get() == State.OVER) {
                answer.cancel(false);
            }
        }

        /** What a subscriber throws that it cannot handle, such as a class that is missing, would be lost in a stage. */
        private void tryToEmit(@Nullable T value, @Nullable Throwable failure) {
            try {
                emit(value, failure);
            } catch (Throwable ex) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, ex);
            }
        }

        private void emit(@Nullable T value, @Nullable Throwable failure) {
            if (failure != null) {
                subscriber.onError(Futures.cause(failure));
                return;
            }
            if (value != null) {
                subscriber.onNext(value);
            }
            subscriber.onComplete();
        }

        @Override
        public void cancel() {
            CompletableFuture<T> waiting = state.getAndSet(State.OVER) == State.ASKED ? asked : null;
            if (waiting != null) {
                waiting.cancel(false);
            }
        }
    }
}
