package io.github.ratelimited;

/**
 * What happens to a call when the store cannot decide in time. Only {@link #CLOSED} has an effect in this version; the
 * start warns of the others.
 */
public enum FailurePolicy {

    /** The call goes through. */
    OPEN,

    /** The call is refused with a {@link RateLimiterUnavailableException}. */
    CLOSED,

    /** The same limit is applied within this process. */
    LOCAL
}
