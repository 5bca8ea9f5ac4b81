package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Audience;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.interceptor.expression.KnownVariables;
import io.github.ratelimited.interceptor.expression.LimitExpressions;
import io.github.ratelimited.interceptor.fallback.Fallback;
import io.github.ratelimited.interceptor.settings.LimitOrigin;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One limit of a method.
 *
 * @param name name of the limiter
 * @param named whether the annotation gives the name
 * @param describes whether the annotation says something of the limit, and does not only name it
 * @param source where the limit comes from
 * @param limit the limit to declare, {@code null} where only a name is used that is declared elsewhere; where the
 *     annotation only names it, another method's comes first
 * @param expressions what depends on the call
 * @param timeout longest wait, zero never waits
 * @param fallback answers rejected calls, {@code null} where they fail
 * @param onFailure what happens when the store cannot decide, {@code null} where only defaults say
 * @param blockFor how long a key is blocked once it is rejected, {@code null} where only defaults say
 * @param mode what the limiter does about calls
 * @param audience whom the limit is meant for
 * @param generation how often the settings had changed when it was read
 * @param limiter what the first call of a method has declared by it, so that others look up none
 */
public record MethodLimit(
        String name,
        boolean named,
        boolean describes,
        LimitOrigin source,
        @Nullable RateLimit limit,
        LimitExpressions expressions,
        Duration timeout,
        @Nullable Fallback fallback,
        @Nullable FailurePolicy onFailure,
        @Nullable Duration blockFor,
        LimiterMode mode,
        Audience audience,
        int generation,
        AtomicReference<@Nullable RateLimiter> limiter) {

    UsedLimiter usedBy(String method) {
        return new UsedLimiter(name, method, named, limit == null ? null : source, mode);
    }

    /** Whether an expression uses one of the names, and none of the arguments has that name. */
    boolean usesAnyOf(Set<String> names, KnownVariables arguments) {
        return names.stream()
                .filter(name -> !arguments.contains(name))
                .anyMatch(name -> expressions.attributeWith(name) != null);
    }
}
