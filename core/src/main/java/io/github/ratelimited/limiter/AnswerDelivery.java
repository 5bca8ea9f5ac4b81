package io.github.ratelimited.limiter;

import io.github.ratelimited.RateLimiterInterruptedException;
import io.github.ratelimited.internal.CurrentThread;
import io.github.ratelimited.internal.Futures;
import io.github.ratelimited.internal.WakeupChain;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How an answer of a store reaches the caller. */
public final class AnswerDelivery {

    /** Completes a stage at once, on the thread that has the answer: for callers that sleep until then. */
    public static final Executor DIRECT = Runnable::run;

    private AnswerDelivery() {}

    /**
     * Asks and waits for the answer.
     *
     * @param remote whether another process answers; then nothing is asked on a thread that must not block
     * @param about name of the limiter, or names, for messages
     * @throws IllegalStateException on a thread that must not block, unless the answer is available at once
     * @throws RateLimiterInterruptedException when the thread is interrupted
     */
    public static <T> T ask(Supplier<CompletableFuture<T>> question, boolean remote, Object about) {
        requireMayWait(remote, about);
        return join(question.get(), about);
    }

    static void requireMayWait(boolean remote, Object about) {
        if (remote && CurrentThread.isEventLoop()) {
            throw mustNotBlock(about);
        }
    }

    private static IllegalStateException mustNotBlock(Object about) {
        return new IllegalStateException(
                "The answer about " + about + " would have to be waited for on thread '"
                        + Thread.currentThread().getName()
                        + "', which must not block. Use the form of the method that ends in Async, or call it on another thread");
    }

    /**
     * Waits for an answer. An interrupt cancels it, unless it has arrived by then.
     *
     * @param about name of the limiter, or names, for messages
     * @throws IllegalStateException on a thread that must not block, unless the answer is available
     * @throws RateLimiterInterruptedException when the thread is interrupted
     */
    public static <T> T join(CompletableFuture<T> answer, Object about) {
        if (!answer.isDone() && CurrentThread.isEventLoop() && answer.cancel(false)) {
            throw mustNotBlock(about);
        }
        WakeupChain.await(answer);
        try {
            return answer.get();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
                // It came at the same moment, and what is granted is the caller's.
                return answer.join();
            }
            throw new RateLimiterInterruptedException("Interrupted while waiting for an answer about " + about, ex);
        } catch (ExecutionException ex) {
            @Nullable Throwable cause = ex.getCause();
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("The store failed on " + about, ex);
        }
    }

    /**
     * {@return where answers complete unless users say where: threads of the library, of which there are more if code that
     * follows an answer blocks}
     */
    public static Executor executor() {
        return AnswerExecutor.SHARED;
    }

    /**
     * The same answer, but the caller's code that follows it runs on the executor, unless the answer is available at once:
     * the threads of a store are not for the code of users. On {@link #DIRECT} it is the answer itself.
     *
     * @param executor where the result completes
     * @return the result; cancelling it does not reach the answer
     */
    public static <T> CompletableFuture<T> on(Executor executor, CompletionStage<T> answer) {
        if (executor == DIRECT) {
            return answer.toCompletableFuture();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        boolean there = answer.toCompletableFuture().isDone();
        CompletionStage<T> completed = answer.whenComplete((value, failure) -> {
            if (there) {
                Futures.complete(result, value, failure);
                return;
            }
            try {
                AnswerExecutor.run(executor, () -> Futures.complete(result, value, failure));
            } catch (RuntimeException | Error ex) {
                result.completeExceptionally(ex);
            }
        });
        Futures.failIfThrown(completed, result);
        return result;
    }
}
