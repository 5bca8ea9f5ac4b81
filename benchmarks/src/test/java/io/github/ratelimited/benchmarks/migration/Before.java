package io.github.ratelimited.benchmarks.migration;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.annotation.RateLimiter;
import java.time.Duration;
import java.util.function.Supplier;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;

class Before {

    static class Resilience4j {

        @RateLimiter(name = "vendor")
        public String call() {
            return "called";
        }

        @RateLimiter(name = "vendor", permits = 5)
        public String callFiveTimes() {
            return "called";
        }

        @RateLimiter(name = "vendor", fallbackMethod = "later")
        public String callOrLater() {
            return "called";
        }

        String later(Exception rejected) {
            return "later";
        }

        Object configuration() {
            return RateLimiterConfig.custom()
                    .limitForPeriod(10)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .timeoutDuration(Duration.ofSeconds(5))
                    .build();
        }

        void program(io.github.resilience4j.ratelimiter.RateLimiter limiter, Supplier<String> supplier) {
            limiter.acquirePermission();
            limiter.executeSupplier(supplier);
            limiter.changeLimitForPeriod(20);
        }
    }

    static class Bucket4j {

        Object configuration() {
            return Bandwidth.builder()
                    .capacity(200)
                    .refillGreedy(100, Duration.ofSeconds(1))
                    .build();
        }

        void program(Bucket bucket) throws InterruptedException {
            bucket.tryConsume(5);
            bucket.asBlocking().tryConsume(5, Duration.ofSeconds(2));
            bucket.asBlocking().consume(5);
            bucket.tryConsumeAndReturnRemaining(5);
            bucket.getAvailableTokens();
            bucket.reset();
        }
    }

    static class Redisson {

        void program(RedissonClient redisson, String user) {
            RRateLimiter limiter = redisson.getRateLimiter("login:" + user);
            limiter.trySetRate(RateType.OVERALL, 10, Duration.ofSeconds(1));
            limiter.tryAcquire(5);
            limiter.tryAcquire(5, Duration.ofSeconds(2));
            limiter.acquire(5);
            limiter.availablePermits();
            limiter.delete();
        }
    }

    static class Guava {

        @SuppressWarnings("UnstableApiUsage")
        void program() {
            var limiter = com.google.common.util.concurrent.RateLimiter.create(5.0);
            limiter.acquire(2);
            limiter.tryAcquire(Duration.ofSeconds(2));
            limiter.setRate(10.0);
        }
    }
}
