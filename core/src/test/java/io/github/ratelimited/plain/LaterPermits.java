package io.github.ratelimited.plain;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A program that takes a permit, and another one that is due later, without a thread that waits for it. */
final class LaterPermits {

    private LaterPermits() {}

    public static void main(String[] args) throws InterruptedException {
        try (RateLimiters limiters = LocalRateLimiters.builder().build()) {
            RateLimiter limiter = limiters.declare("later", RateLimit.of(1, Duration.ofMillis(200)));
            limiter.acquire();
            CountDownLatch got = new CountDownLatch(1);
            limiter.acquireAsync(1).thenRun(got::countDown);
            got.await();
            System.out.println("Got 2");
        }
    }
}
