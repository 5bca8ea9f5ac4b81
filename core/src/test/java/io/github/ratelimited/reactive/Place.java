package io.github.ratelimited.reactive;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.UUID;

/** Where the limiters of a test count. */
enum Place {
    IN_PROCESS {
        @Override
        Opened open() {
            return new Opened(LocalRateLimiters.builder().build(), () -> {});
        }
    },
    REDIS {
        @Override
        Opened open() {
            RealRedis redis = RealRedis.open();
            RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                    .prefix("reactive")
                    .onFailure(FailurePolicy.CLOSED)
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return new Opened(limiters, redis::close);
        }
    };

    abstract Opened open();

    record Opened(RateLimiters limiters, Runnable afterwards) implements AutoCloseable {

        RateLimiter undeclared() {
            return limiters.get("view-" + UUID.randomUUID());
        }

        RateLimiter limiter(RateLimit limit) {
            return limiters.declare(undeclared().name(), limit);
        }

        @Override
        public void close() {
            limiters.close();
            afterwards.run();
        }
    }
}
