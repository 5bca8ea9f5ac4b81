package io.github.ratelimited;

/**
 * The key of a limiter is {@code null}, is an empty {@code Optional}, or has a part that is {@code null}. No permits were
 * taken. In methods that handle HTTP requests it is a {@link NullRequestKeyException}.
 */
public class NullKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String limiter;

    /**
     * Makes the exception for a key.
     *
     * @param limiter name of the limiter
     * @param message which key it is, and where
     */
    public NullKeyException(String limiter, String message) {
        super(message);
        this.limiter = limiter;
    }

    /**
     * The limiter whose key is missing.
     *
     * @return its name
     */
    public String getLimiter() {
        return limiter;
    }
}
