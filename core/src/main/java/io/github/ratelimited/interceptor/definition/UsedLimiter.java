package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.settings.LimitOrigin;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import org.jspecify.annotations.Nullable;

/**
 * A limiter that a method uses, for people who inspect a running application.
 *
 * @param limiter name of the limiter
 * @param method the method, such as {@code com.acme.Api.login(String)}
 * @param named whether the annotation gives the name
 * @param source where its limit comes from, {@code null} where the method only names a limiter
 * @param mode what the limiter does about calls
 */
public record UsedLimiter(
        String limiter,
        String method,
        boolean named,
        @Nullable LimitOrigin source,
        LimiterMode mode) {}
