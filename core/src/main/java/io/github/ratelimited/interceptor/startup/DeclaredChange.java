package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * A limit whose declaration has changed.
 *
 * @param limiter name of the limiter
 * @param before what it declared, {@code null} for nothing
 * @param after what it declares now
 */
public record DeclaredChange(String limiter, @Nullable RateLimit before, RateLimit after) {}
