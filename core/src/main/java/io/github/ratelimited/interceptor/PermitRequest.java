package io.github.ratelimited.interceptor;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.Map;

/** The permits that one call needs, worked out. */
sealed interface PermitRequest {

    /** Takes the permits, waiting as long as the timeout allows. */
    Decision decide();

    /**
     * Permits of one limiter.
     *
     * @param limiter the limiter with its key
     * @param permits permits to take, at least 0
     * @param timeout longest wait
     */
    record Single(RateLimiter limiter, long permits, Duration timeout) implements PermitRequest {

        @Override
        public Decision decide() {
            return limiter.decide(permits, timeout);
        }
    }

    /**
     * Permits of several limiters, all or none.
     *
     * @param limiters where they belong
     * @param permits permits by limiter
     * @param timeout longest wait
     */
    record Joint(RateLimiters limiters, Map<RateLimiter, Long> permits, Duration timeout) implements PermitRequest {

        @Override
        public Decision decide() {
            return limiters.decide(permits, timeout);
        }
    }
}
