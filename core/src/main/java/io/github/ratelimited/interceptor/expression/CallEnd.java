package io.github.ratelimited.interceptor.expression;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a call has ended.
 *
 * @param result what the method returned, of several values the last; {@code null} where there is none
 * @param error why it failed, a {@link java.util.concurrent.CancellationException} where its caller would not wait for
 *     the result, {@code null} where it succeeded
 * @param count how many values it returned
 */
public record CallEnd(@Nullable Object result, @Nullable Throwable error, long count) {

    public static final String RESULT = "result";
    public static final String ERROR = "error";
    public static final String COUNT = "count";

    /** The names that stand for the end of a call, so that no argument can have them. */
    public static final Set<String> WORDS = Set.of(RESULT, ERROR, COUNT);

    public CallEnd {
        result = result instanceof Optional<?> optional ? optional.orElse(null) : result;
    }

    /** A call that has returned one value. */
    public static CallEnd of(@Nullable Object result) {
        return new CallEnd(result, null, result == null ? 0 : 1);
    }

    /** A call that has failed before any value. */
    public static CallEnd failed(Throwable error) {
        return new CallEnd(null, error, 0);
    }

    @Nullable
    Object find(String word) {
        return switch (word) {
            case RESULT -> result;
            case ERROR -> error;
            case COUNT -> count;
            default -> null;
        };
    }
}
