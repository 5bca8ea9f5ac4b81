package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the limiters that routes and clients name.
 *
 * @param limits by the names of the limiters
 * @param blockFor how long a limiter blocks a key that it rejects, {@code null} for not at all
 */
record NamedLimits(Map<String, RateLimit> limits, Function<String, @Nullable Duration> blockFor) {

    /** Where it does not matter. */
    static final NamedLimits UNKNOWN = new NamedLimits(Map.of(), name -> null);

    static NamedLimits of(LimitedMethodRegistry methods) {
        return new NamedLimits(methods.limits(), methods::blockFor);
    }
}
