package io.github.ratelimited;

/** What happens to a call when the store cannot decide in time. */
public enum FailurePolicy {

    /** The call goes through. */
    OPEN,

    /** The call is refused with a {@link RateLimiterUnavailableException}. */
    CLOSED,

    /** The same limit is applied within this process. */
    LOCAL
}
