package io.github.ratelimited.benchmarks.migration;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.function.Supplier;

class After {

    static class Methods {

        @RateLimited("vendor")
        public String call() {
            return "called";
        }

        @RateLimited(name = "vendor", permits = "5")
        public String callFiveTimes() {
            return "called";
        }

        @RateLimited(name = "vendor", fallback = "later")
        public String callOrLater() {
            return "called";
        }

        @RateLimited(name = "login", key = "#user")
        public String keyed(String user) {
            return user;
        }

        @RateLimited(name = "login", condition = "#user != 'admin'")
        public String unlessAdmin(String user) {
            return user;
        }

        @RateLimited(name = "login", condition = "!(#user == 'admin')")
        public String skipped(String user) {
            return user;
        }

        @RateLimited(name = "login", fallback = "loginLater")
        public String login(String user) {
            return user;
        }

        @RateLimited(name = "slow", timeout = "5s")
        public String slow() {
            return "waited";
        }

        String later(RateLimitExceededException rejected) {
            return "later";
        }

        String loginLater(String user) {
            return "later";
        }
    }

    Object window() {
        return RateLimit.of(10, Duration.ofSeconds(1));
    }

    Object bucket() {
        return RateLimit.of(100, Duration.ofSeconds(1))
                .withAlgorithm(Algorithm.TOKEN_BUCKET)
                .withBurst(200);
    }

    Object smooth() {
        return RateLimit.of(5, Duration.ofSeconds(1)).withAlgorithm(Algorithm.TOKEN_BUCKET);
    }

    void program(RateLimiters limiters, String user, Supplier<String> supplier) {
        RateLimiter limiter = limiters.get("login").forKey(user);
        limiters.declare("login", RateLimit.of(10, Duration.ofSeconds(1)));
        limiter.tryAcquire();
        limiter.call(supplier);
        limiter.tryAcquire(5);
        limiter.tryAcquire(Duration.ofSeconds(2));
        limiter.tryAcquire(5, Duration.ofSeconds(2));
        limiter.acquire(2);
        limiter.acquire(5);
        limiter.decide(5, Duration.ZERO);
        limiter.availablePermits();
        limiter.reset();
        limiter.setRate(RateLimit.of(20, Duration.ofSeconds(1)));
        limiter.setRate(RateLimit.of(10, Duration.ofSeconds(1)).withAlgorithm(Algorithm.TOKEN_BUCKET));
    }
}
