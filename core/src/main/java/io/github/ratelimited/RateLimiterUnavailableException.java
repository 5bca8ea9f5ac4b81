package io.github.ratelimited;

import org.jspecify.annotations.Nullable;

/** The store could not decide. The limit may be used up or not. */
public final class RateLimiterUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception for a failure of the store.
     *
     * @param message what could not be done
     * @param cause the failure of the store, or {@code null} where there is none
     */
    public RateLimiterUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
