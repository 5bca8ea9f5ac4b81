package io.github.ratelimited;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer in time or could not answer, or the limiters were closed while a call waited. Whether the limit is
 * used up is not known.
 */
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
