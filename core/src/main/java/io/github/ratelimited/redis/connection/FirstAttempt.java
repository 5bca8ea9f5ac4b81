package io.github.ratelimited.redis.connection;

import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Nanos;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The first attempt to connect, which begins when this is made. What is asked meanwhile waits for its end, so that an
 * application which calls while it starts does not fail. Safe for use by many threads.
 */
public final class FirstAttempt {

    /** So long it is waited for, or as long as for a reply if that is longer. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final long beganAt = System.nanoTime();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Ends it, whether there is a connection or not. */
    void end() {
        ended.complete(null);
    }

    /** Runs the task if it has not ended after a time. */
    void onSilence(Duration longest, Runnable task) {
        Deadlines.within(Nanos.of(longest), ended, () -> {
            if (!ended.isDone()) {
                task.run();
            }
        });
    }

    /**
     * Asks when it has ended, or has taken too long.
     *
     * @param question asks at once
     */
    public <T> CompletableFuture<T> then(Duration timeout, Supplier<CompletableFuture<T>> question) {
        Duration longest = timeout.compareTo(LONGEST) > 0 ? timeout : LONGEST;
        long left = beganAt + Nanos.of(longest) - System.nanoTime();
        if (ended.isDone() || left <= 0) {
            return question.get();
        }
        return Deadlines.all(left, List.of(ended)).thenCompose(done -> question.get());
    }
}
