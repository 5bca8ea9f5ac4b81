package io.github.ratelimited.hold;

import io.github.ratelimited.internal.Futures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Takes permits on a thread that must not block. */
public final class EventLoopTake {

    private EventLoopTake() {}

    /**
     * What is there at once.
     *
     * @param asked what a caller has asked for
     * @param limits describes the rate limits, such as {@code [vendor]}
     * @param instead what to do about it
     * @throws IllegalStateException when it would have to be waited for; nothing stays taken then
     */
    public static Taken of(CompletableFuture<Taken> asked, Supplier<String> limits, String instead) {
        if (!asked.isDone() && (asked.cancel(false) || !asked.isDone())) {
            asked.thenAccept(Taken::giveBack);
            throw new IllegalStateException("The rate limits " + limits.get()
                    + " would have to be waited for on thread '"
                    + Thread.currentThread().getName()
                    + "', which must not block. " + instead);
        }
        try {
            return asked.join();
        } catch (CompletionException ex) {
            Throwable cause = Futures.cause(ex);
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException known ? known : ex;
        }
    }
}
