package io.github.ratelimited;

/**
 * The key of a limited method that handles HTTP requests is {@code null}, or its number of permits: the client has not sent
 * what the limit counts by, such as a header. Over HTTP it is answered with 400.
 */
public final class NullRequestKeyException extends NullKeyException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception for a key.
     *
     * @param limiter name of the limiter
     * @param message which key it is, and where
     */
    public NullRequestKeyException(String limiter, String message) {
        super(limiter, message);
    }
}
