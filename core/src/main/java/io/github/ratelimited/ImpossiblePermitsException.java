package io.github.ratelimited;

import org.jspecify.annotations.Nullable;

/**
 * A request asked for permits that its limit can never grant: fewer than 0, or more than it grants at once. Nothing was
 * taken, and the same request fails at any time. Often the number comes from a client.
 */
public final class ImpossiblePermitsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String limiter;
    private final long permits;
    private final long maxPermits;
    private final Audience audience;

    /**
     * Makes the exception for a request that cannot be granted.
     *
     * @param limiter name of the limiter
     * @param limit limit in force
     * @param permits permits asked for
     * @param maxPermits most permits that one request can take
     */
    public ImpossiblePermitsException(String limiter, RateLimit limit, long permits, long maxPermits) {
        super("permits must be " + (permits < 0 ? "at least 0" : "at most " + maxPermits) + ", but are "
                + words(permits) + ": rate limit '" + limiter + "' is " + limit);
        this.limiter = limiter;
        this.permits = permits;
        this.maxPermits = maxPermits;
        this.audience = Audience.CLIENT;
    }

    /**
     * Makes the exception again with another message.
     *
     * @param message who asked, and why the permits cannot be granted
     * @param cause the exception without that
     */
    public ImpossiblePermitsException(String message, ImpossiblePermitsException cause) {
        this(message, cause, cause.audience);
    }

    private ImpossiblePermitsException(@Nullable String message, ImpossiblePermitsException cause, Audience audience) {
        super(message, cause);
        this.limiter = cause.limiter;
        this.permits = cause.permits;
        this.maxPermits = cause.maxPermits;
        this.audience = audience;
    }

    /**
     * The same for another audience.
     *
     * @param audience who is told about the limit
     * @return this, or an exception that differs in the audience alone
     */
    public ImpossiblePermitsException to(Audience audience) {
        return audience == this.audience ? this : new ImpossiblePermitsException(getMessage(), this, audience);
    }

    /**
     * Who is told about the limit.
     *
     * @return {@link Audience#CLIENT} unless set
     */
    public Audience getAudience() {
        return audience;
    }

    /**
     * The limiter that was asked.
     *
     * @return its name
     */
    public String getLimiter() {
        return limiter;
    }

    /** The nearest number stands for one that no long can hold. */
    private static String words(long permits) {
        return permits + (permits == Long.MAX_VALUE ? " or more" : permits == Long.MIN_VALUE ? " or fewer" : "");
    }

    /**
     * What was asked for.
     *
     * @return permits, below 0 or above {@link #getMaxPermits()}; a number that no long can hold is the nearest one
     */
    public long getPermits() {
        return permits;
    }

    /**
     * What can be granted.
     *
     * @return most permits that one request can take, at least 1
     */
    public long getMaxPermits() {
        return maxPermits;
    }
}
