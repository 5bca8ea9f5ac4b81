package io.github.ratelimited.store;

import io.github.ratelimited.RateLimit;

/**
 * Permits of one limiter that a request asks for.
 *
 * @param limiterKey where they are counted
 * @param limit limit in force
 * @param permits permits asked for, 0 to {@link RateLimit#maxPermits()}
 */
public record Demand(LimiterKey limiterKey, RateLimit limit, long permits) {

    /**
     * Permits of a limiter and key.
     *
     * @param limiter name of the limiter
     * @param key key as {@link KeyText} writes it, empty without a key
     * @param limit limit in force
     * @param permits permits asked for, 0 to {@link RateLimit#maxPermits()}
     */
    public Demand(String limiter, String key, RateLimit limit, long permits) {
        this(new LimiterKey(limiter, key), limit, permits);
    }

    public static Demand checked(LimiterKey limiterKey, RateLimit limit, long permits) {
        limit.checkPermits(limiterKey.limiter(), permits);
        return new Demand(limiterKey, limit, permits);
    }

    /**
     * Where it is asked.
     *
     * @return name of the limiter
     */
    public String limiter() {
        return limiterKey.limiter();
    }

    /**
     * For whom it is asked.
     *
     * @return key as {@link KeyText} writes it, empty without a key
     */
    public String key() {
        return limiterKey.key();
    }
}
