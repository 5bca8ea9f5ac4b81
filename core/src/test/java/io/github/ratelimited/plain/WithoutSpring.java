package io.github.ratelimited.plain;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

public final class WithoutSpring {

    private WithoutSpring() {}

    public static void main(String[] args) {
        Config config = new Config();
        config.useSingleServer().setAddress(args.length > 0 ? args[0] : "redis://localhost:6379");
        RedissonClient redisson = Redisson.create(config);
        RateLimit fivePerTenSeconds = RateLimit.of(5, Duration.ofSeconds(10));

        // One limit for all programs that use this Redis.
        try (RateLimiters limiters = RedisRateLimiters.builder(redisson)
                .limit("greetings", fivePerTenSeconds)
                .build()) {
            greet(limiters.get("greetings")
                    .forKey("alice-" + ProcessHandle.current().pid()));
        } finally {
            redisson.shutdown();
        }

        // The same limit within this program, without Redis.
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .limit("greetings", fivePerTenSeconds)
                .build()) {
            greet(limiters.get("greetings").forKey("alice"));
        }
    }

    private static void greet(RateLimiter limiter) {
        for (int i = 1; i <= 6; i++) {
            Decision decision = limiter.decide(1, Duration.ZERO);
            if (decision.allowed()) {
                System.out.println("Hello, " + decision.remaining() + " left");
            } else {
                System.out.println("Come back in " + decision.retryAfter().toSeconds() + " s or so");
            }
        }
        limiter.reset();
    }
}
