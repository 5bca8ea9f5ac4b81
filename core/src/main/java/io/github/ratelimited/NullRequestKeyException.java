package io.github.ratelimited;

/**
 * A request lacks what the limit of a route, or of a method that handles requests, counts by, or has what its expressions
 * cannot use: a header that is missing, or text where the number of permits is expected. Over HTTP it becomes a 400.
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
