package io.github.ratelimited.redis.script;

import io.github.ratelimited.internal.Deadlines;
import io.github.ratelimited.internal.Nanos;
import io.github.ratelimited.redis.connection.RedisFailures;
import io.github.ratelimited.redis.connection.ScriptRunner;
import io.github.ratelimited.store.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is asked once more, after a moment, where Redis has certainly changed nothing: in a failover, for one. */
public final class CommandRetry {

    /** However long a caller would wait for an answer. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private CommandRetry() {}

    /** {@return nanoseconds that a server is given before it is asked again, of the time that a caller waits for an answer} */
    public static long pause(Duration timeout) {
        return Math.min(Nanos.of(timeout.dividedBy(10)), Nanos.of(LONGEST_PAUSE));
    }

    /**
     * Asks once, or twice if there is time.
     *
     * @param timeout longest wait for the answer, of both
     * @param question asks
     */
    public static <T> CompletableFuture<T> within(Duration timeout, Supplier<CompletableFuture<T>> question) {
        Deadline deadline = Deadline.after(timeout);
        long pause = pause(timeout);
        CompletableFuture<T> answer = question.get()
                .exceptionallyCompose(failure ->
                        RedisFailures.hasCountedNothing(failure) && deadline.nanosLeft() > pause
                                ? CompletableFuture.supplyAsync(question, task -> Deadlines.after(pause, task))
                                        .thenCompose(Function.identity())
                                : CompletableFuture.failedFuture(failure));
        return ScriptRunner.within(deadline, answer);
    }
}
