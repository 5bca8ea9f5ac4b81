package io.github.ratelimited.store;

import io.github.ratelimited.RateLimit;

/**
 * Permits of one limiter that a request asks for.
 *
 * @param limiter name of the limiter
 * @param key key as {@link KeyText} writes it, empty without a key
 * @param limit limit in force
 * @param permits permits asked for, 0 to {@link RateLimit#maxPermits()}
 */
public record Demand(String limiter, String key, RateLimit limit, long permits) {

    static Demand checked(String limiter, String key, RateLimit limit, long permits) {
        limit.checkPermits(permits);
        return new Demand(limiter, key, limit, permits);
    }
}
