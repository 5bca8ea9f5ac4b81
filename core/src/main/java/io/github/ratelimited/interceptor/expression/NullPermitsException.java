package io.github.ratelimited.interceptor.expression;

/** There is no number of permits. */
public final class NullPermitsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NullPermitsException(String message) {
        super(message);
    }
}
