package io.github.ratelimited.rule;

import io.github.ratelimited.interceptor.expression.LimitExpressions;
import java.time.Duration;
import java.util.Set;

/**
 * An entry that is ready to count. Safe for use by many threads.
 *
 * @param limiter name of the limiter
 * @param methods HTTP methods that count; empty for all
 * @param expressions what depends on the request
 * @param timeout longest wait
 */
public record Rule(String limiter, Set<String> methods, LimitExpressions expressions, Duration timeout) {

    /** {@return whether requests of an HTTP method, in upper case, count} */
    public boolean isFor(String method) {
        return methods.isEmpty() || methods.contains(method);
    }
}
