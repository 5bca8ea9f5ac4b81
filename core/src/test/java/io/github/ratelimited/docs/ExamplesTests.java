package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import io.github.ratelimited.reactive.ReactorRateLimiter;
import io.github.ratelimited.reactive.RxRateLimiter;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import io.reactivex.rxjava3.core.Completable;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import reactor.core.publisher.Mono;

/** Examples of docs/rratelimiter.md and docs/without-spring.md. */
@Tag("once")
class ExamplesTests {

    @Test
    void limitsByRedissonsLimiter() {
        try (RealRedis redis = RealRedis.open()) {
            RedissonClient redisson = redis.client();
            loadClasses(redisson);
            RateLimiters limiters = RRateLimiters.builder(redisson)
                    .limit("login", RateLimit.of(5, Duration.ofSeconds(10)))
                    .build();
            boolean free = limiters.get("login").forKey("alice").tryAcquire();
            assertThat(free).isTrue();
            assertThat(redisson.getRateLimiter("login:alice").delete()).isTrue();
            limiters.close();
        }
    }

    /** For which a busy machine takes longer than a call may by default. */
    private static void loadClasses(RedissonClient redisson) {
        try (RateLimiters limiters = RRateLimiters.builder(redisson)
                .timeout(Duration.ofSeconds(20))
                .limit("first", RateLimit.of(5, Duration.ofSeconds(10)))
                .build()) {
            limiters.get("first").tryAcquire();
        }
    }

    @Test
    void takesPermitsForReactorAndRxJava() {
        try (RateLimiters limiters = LocalRateLimiters.builder()
                .limit("greetings", RateLimit.of(5, Duration.ofSeconds(10)))
                .build()) {
            ReactorRateLimiter greetings = ReactorRateLimiter.of(limiters.get("greetings"));
            Mono<String> limited = greetings.call(Mono.fromSupplier(() -> "Hello"));

            RxRateLimiter same = RxRateLimiter.of(limiters.get("greetings"));
            Completable turn = same.acquire();

            assertThat(limiters.get("greetings").availablePermits()).isEqualTo(5);
            assertThat(limited.block()).isEqualTo("Hello");
            turn.blockingAwait();
            assertThat(limiters.get("greetings").availablePermits()).isEqualTo(3);
        }
    }
}
