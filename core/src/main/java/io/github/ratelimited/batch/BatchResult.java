package io.github.ratelimited.batch;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Grant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What became of one request of a batch.
 *
 * @param grant the answer, or {@code null} when the request failed
 * @param failure why it failed, or {@code null} when it was answered
 */
public record BatchResult(@Nullable Grant grant, @Nullable RateLimiterUnavailableException failure) {

    CompletionStage<Grant> toStage() {
        return grant != null
                ? CompletableFuture.completedFuture(grant)
                : CompletableFuture.failedFuture(Objects.requireNonNull(failure));
    }
}
