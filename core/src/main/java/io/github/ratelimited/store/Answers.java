package io.github.ratelimited.store;

import io.github.ratelimited.RateLimiterInterruptedException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How an answer of a store reaches the caller. */
public final class Answers {

    /** By which the common pool can be left without threads; it reports one even then. */
    private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";

    private Answers() {}

    /**
     * Where answers complete unless users say where.
     *
     * @return the common pool, or a thread for each answer where the common pool was set up without any
     */
    public static Executor executor() {
        return Integer.getInteger(PARALLELISM, 1) > 0
                ? ForkJoinPool.commonPool()
                : new CompletableFuture<>().defaultExecutor();
    }

    /**
     * Waits for an answer. An interrupt cancels it.
     *
     * @param answer the answer
     * @param about name of the limiter, or names, for messages
     * @param <T> type of the answer
     * @return the answer
     * @throws RateLimiterInterruptedException when the thread is interrupted
     */
    public static <T> T join(CompletableFuture<T> answer, Object about) {
        Relay.await(answer);
        try {
            return answer.get();
        } catch (InterruptedException ex) {
            answer.cancel(false);
            Thread.currentThread().interrupt();
            throw new RateLimiterInterruptedException("Interrupted while waiting for an answer about " + about, ex);
        } catch (ExecutionException ex) {
            @Nullable Throwable cause = ex.getCause();
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("The store failed on " + about, ex);
        }
    }

    /**
     * The same answer, but the caller's code that follows it runs on the executor, unless the answer is there at once:
     * the threads of a store are not for the code of users.
     *
     * @param executor where the result completes
     * @param answer the answer
     * @param <T> type of the answer
     * @return the result; cancelling it does not reach the answer
     */
    public static <T> CompletableFuture<T> on(Executor executor, CompletionStage<T> answer) {
        CompletableFuture<T> result = new CompletableFuture<>();
        boolean there = answer.toCompletableFuture().isDone();
        CompletionStage<T> told = answer.whenComplete((value, failure) -> {
            if (there) {
                complete(result, value, failure);
            } else {
                run(executor, () -> complete(result, value, failure));
            }
        });
        failWith(told, result);
        return result;
    }

    /** Fails a result with what a callback has thrown, which its stage keeps to itself, such as that the stack has ended. */
    static void failWith(CompletionStage<?> callback, CompletableFuture<?> result) {
        CompletableFuture<?> called = callback.toCompletableFuture();
        if (called.isCompletedExceptionally() && !result.isDone()) {
            try {
                called.getNow(null);
            } catch (RuntimeException ex) {
                result.completeExceptionally(cause(ex));
            }
        }
    }

    /** Tells, and tells what that throws. */
    static void tell(Asker asker, @Nullable Grant grant, @Nullable Throwable failure) {
        try {
            asker.answered(grant, failure);
        } catch (RuntimeException | Error ex) {
            asker.answered(null, ex);
        }
    }

    /** The answer to a question that is asked here, for those who go on when it is there. */
    static CompletableFuture<Grant> stage(Consumer<Asker> question) {
        CompletableFuture<Grant> answer = new CompletableFuture<>();
        question.accept((grant, failure) -> {
            if (grant != null) {
                answer.complete(grant);
            } else {
                answer.completeExceptionally(cause(Objects.requireNonNull(failure)));
            }
        });
        return answer;
    }

    static <T> void complete(CompletableFuture<T> result, T value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(cause(failure));
        }
    }

    /**
     * What failed, without the wrapping of a stage that depends on another.
     *
     * @param failure failure of a stage
     * @return its cause where it is a {@link CompletionException}, else itself
     */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** An executor that is shut down or full must not leave the caller without an answer. */
    private static void run(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException ex) {
            task.run();
        }
    }
}
