package io.github.ratelimited.interceptor;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One limit of a method.
 *
 * @param name name of the limiter
 * @param limit the limit to declare, {@code null} where only a name is used that is declared elsewhere
 * @param key for whom the limit counts, {@code null} for all calls together
 * @param permits permits a call takes, {@code null} for one
 * @param condition whether a call is limited, {@code null} for always
 * @param timeout longest wait, zero never waits
 * @param onFailure what happens when the store cannot decide, {@code null} for the store's own policy
 */
record MethodLimit(
        String name,
        @Nullable RateLimit limit,
        @Nullable LimitExpression key,
        @Nullable LimitExpression permits,
        @Nullable LimitExpression condition,
        Duration timeout,
        @Nullable FailurePolicy onFailure) {}
