package io.github.ratelimited.interceptor.expression;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a call has ended.
 *
 * @param error why it failed, a {@link java.util.concurrent.CancellationException} where its caller would not wait for
 *     the result, {@code null} where it succeeded
 * @param variables what expressions can use besides what they know of the beginning
 */
public record CallEnd(@Nullable Throwable error, Map<String, @Nullable Object> variables) {

    public static final String RESULT = "result";
    public static final String ERROR = "error";
    public static final String COUNT = "count";
    public static final String STATUS = "status";

    /** What is known of the end of a method, so that no parameter can have such a name. */
    public static final Set<String> OF_METHODS = Set.of(RESULT, ERROR, COUNT);

    /** What is known of the end of a request. */
    public static final Set<String> OF_REQUESTS = Set.of(STATUS, ERROR);

    /** {@return whether an expression with these variables is for this end: unless it names failures, for a success} */
    public boolean isFor(Set<String> used) {
        return error == null || used.contains(ERROR) || variables.containsKey(STATUS) && used.contains(STATUS);
    }

    /** The same end, of which another variable is known. */
    public CallEnd with(String variable, Object value) {
        Map<String, @Nullable Object> more = new HashMap<>(variables);
        more.put(variable, value);
        return new CallEnd(error, more);
    }

    /** A method that has returned, or completed, with one result or none. */
    public static CallEnd returned(@Nullable Object result) {
        return streamed(result, result == null ? 0 : 1, null);
    }

    /** A method that has failed. */
    public static CallEnd failed(Throwable error) {
        return streamed(null, 0, error);
    }

    /** A method whose stream has ended, after so many elements. */
    public static CallEnd streamed(@Nullable Object last, long count, @Nullable Throwable error) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(RESULT, last instanceof Optional<?> optional ? optional.orElse(null) : last);
        variables.put(COUNT, count);
        variables.put(ERROR, error);
        return new CallEnd(error, variables);
    }

    /** A request that was answered, without a status where it failed. */
    public static CallEnd answered(@Nullable Integer status, @Nullable Throwable error) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(STATUS, status);
        variables.put(ERROR, error);
        return new CallEnd(error, variables);
    }
}
