package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ObjectAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Assertions about rate limits for AssertJ. */
public final class RateLimitAssertions {

    private RateLimitAssertions() {}

    /**
     * Begins assertions about a limiter.
     *
     * @param limiter the limiter, with its key if it has one
     * @return the assertions
     */
    public static RateLimiterAssert assertThat(RateLimiter limiter) {
        return new RateLimiterAssert(limiter);
    }

    /**
     * Fails unless a call is rejected by a rate limit.
     *
     * @param call the call; for a call that returns a stage use {@link #rejected(CompletionStage)}
     * @return assertions about the decision that rejected it
     */
    public static ObjectAssert<Decision> rejected(ThrowingCallable call) {
        return decision(catchThrowable(call));
    }

    /**
     * Fails unless a stage completes with a rejection by a rate limit. Waits for the stage.
     *
     * @param stage what an asynchronous call returned
     * @return assertions about the decision that rejected it
     */
    public static ObjectAssert<Decision> rejected(CompletionStage<?> stage) {
        Throwable thrown = catchThrowable(() -> stage.toCompletableFuture().join());
        return decision(thrown instanceof CompletionException ? thrown.getCause() : thrown);
    }

    private static ObjectAssert<Decision> decision(@Nullable Throwable thrown) {
        if (thrown instanceof RateLimitExceededException rejection) {
            return Assertions.assertThat(rejection.getDecision());
        }
        throw new AssertionError(
                "Expected the rejection of a rate limit, but "
                        + (thrown == null ? "the call went through" : "got " + thrown),
                thrown);
    }
}
