package io.github.ratelimited;

/** What happens to a call when the store cannot decide in time. {@link #LOCAL} unless set. */
public enum FailurePolicy {

    /** The call goes through and takes no permits; the basis of its decision is {@link Decision.Basis#OPEN}. */
    OPEN,

    /** The call fails with a {@link RateLimiterUnavailableException}. */
    CLOSED,

    /**
     * The same limit, or a share of it, is applied within this process, which keeps its counts from one outage to the next;
     * the basis of the decision is {@link Decision.Basis#LOCAL}.
     */
    LOCAL
}
