package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.internal.WakeupChain;
import io.github.ratelimited.store.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
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
        WakeupChain.await(answer);
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
                Futures.complete(result, value, failure);
            } else {
                run(executor, () -> Futures.complete(result, value, failure));
            }
        });
        Futures.failWith(told, result);
        return result;
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
