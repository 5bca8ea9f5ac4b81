package io.github.ratelimited.interceptor.expression;

import org.jspecify.annotations.Nullable;

/**
 * An expression has no value for a call that it can have for others: it lacks something, or is no number, date or the like
 * of it. Within a request that is what its client has sent.
 */
public final class UnusableValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnusableValueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
