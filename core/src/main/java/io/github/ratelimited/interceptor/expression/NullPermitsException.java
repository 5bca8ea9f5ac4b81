package io.github.ratelimited.interceptor.expression;

/** There is no number of permits: nothing, or what is no whole number. Within a request that is what its client has sent. */
public final class NullPermitsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    NullPermitsException(String message) {
        super(message);
    }
}
