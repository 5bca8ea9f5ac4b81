package io.github.ratelimited.redis.rratelimiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.redis.RealRedis;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.api.RRateLimiter;

/** Limiters of Redisson, one of which is declared and new to Redis. */
abstract class RRateLimitersFixture {

    @AutoClose
    static RealRedis redis;

    static final Duration HOUR = Duration.ofHours(1);
    static final RateLimit THREE = RateLimit.of(3, HOUR);

    final String name = "shared-" + UUID.randomUUID();

    @AutoClose
    final RateLimiters limiters = RRateLimiters.builder(redis.client())
            .timeout(Duration.ofSeconds(10))
            .prefix("acme:")
            .limit(name, THREE)
            .build();

    final RateLimiter limiter = limiters.get(name);

    @BeforeAll
    static void open() {
        redis = RealRedis.open();
    }

    RRateLimiter otherProgram(String name) {
        return redis.client().getRateLimiter("acme:" + name);
    }
}
