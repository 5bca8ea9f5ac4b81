package io.github.ratelimited.test;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a limiter. They take no permits. */
public final class RateLimiterAssert extends AbstractAssert<RateLimiterAssert, RateLimiter> {

    RateLimiterAssert(RateLimiter limiter) {
        super(limiter, RateLimiterAssert.class);
    }

    /**
     * Fails unless a caller that does not wait could now take exactly this number of permits.
     *
     * @param permits the expected number, at least 0
     * @return this
     */
    public RateLimiterAssert hasAvailablePermits(long permits) {
        isNotNull();
        long available = actual.availablePermits();
        if (available != permits) {
            failWithMessage("Expected %s to have %s available permits, but it has %s", actual, permits, available);
        }
        return this;
    }

    /**
     * Fails unless no permit can be taken now.
     *
     * @return this
     */
    public RateLimiterAssert isExhausted() {
        return hasAvailablePermits(0);
    }

    /**
     * Fails unless this limit is in force for the limiter and its key.
     *
     * @param limit the limit
     * @return this
     */
    public RateLimiterAssert hasLimit(RateLimit limit) {
        isNotNull();
        if (!actual.limit().equals(limit)) {
            failWithMessage("Expected %s to have the limit %s, but it has %s", actual, limit, actual.limit());
        }
        return this;
    }
}
