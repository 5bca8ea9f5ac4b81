package io.github.ratelimited.redis;

import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Grant;
import org.jspecify.annotations.Nullable;

/**
 * What became of one request of a batch.
 *
 * @param grant the answer, or {@code null} when the request failed
 * @param failure why it failed, or {@code null} when it was answered
 */
record Outcome(@Nullable Grant grant, @Nullable RateLimiterUnavailableException failure) {}
