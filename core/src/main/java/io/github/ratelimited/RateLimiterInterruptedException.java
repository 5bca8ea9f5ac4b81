package io.github.ratelimited;

/**
 * A caller was interrupted while it waited for permits. The permits go back, and the thread's interrupt flag is set.
 */
public final class RateLimiterInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception for an interrupted wait.
     *
     * @param message what was waited for
     * @param cause the interrupt
     */
    public RateLimiterInterruptedException(String message, InterruptedException cause) {
        super(message, cause);
    }
}
