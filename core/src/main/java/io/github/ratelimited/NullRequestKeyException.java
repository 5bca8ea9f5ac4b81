package io.github.ratelimited;

/**
 * The key or the number of permits of a limited method that handles HTTP requests is {@code null}: the client did not send
 * a value that the limit needs, such as a header. Over HTTP it becomes a 400.
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
