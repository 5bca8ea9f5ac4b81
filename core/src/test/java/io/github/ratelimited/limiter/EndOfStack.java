package io.github.ratelimited.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Calls where the stack of a thread ends. */
public final class EndOfStack {

    private static final long STACK = 128 * 1024;

    private EndOfStack() {}

    /** Calls at the end of the stack, and a frame further from it each time that the stack ends within the call. */
    public static void call(Runnable call) {
        inAThread(() -> dive(call));
    }

    private static void dive(Runnable call) {
        try {
            dive(call);
        } catch (StackOverflowError | CompletionException end) {
            // A stage that is joined wraps it.
            call.run();
        }
    }

    /** Calls in a thread of its own, which is to come back. */
    public static void inAThread(Runnable call) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable work = () -> {
            try {
                call.run();
                done.complete(null);
            } catch (Throwable ex) {
                done.completeExceptionally(ex);
            }
        };
        Thread thread = new Thread(null, work, "caller", STACK);
        thread.setDaemon(true);
        thread.start();
        assertThat(done).succeedsWithin(20, TimeUnit.SECONDS);
    }
}
