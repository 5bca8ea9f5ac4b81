package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.RedisRateLimiters;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** A call that has the permits of this process, and is cancelled while Redis is asked about a limit that only watches. */
class CancelledWhileWatchedTests {

    static class Api {

        @RateLimited(name = "mine", type = RateType.PER_CLIENT, rate = 5, interval = "1h")
        @RateLimited(name = "watching", rate = 5, interval = "1h")
        public Mono<String> call() {
            return Mono.just("called");
        }
    }

    @Test
    void givesBackThePermitsOfBoth() {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis());
                RateLimiters limiters = RedisRateLimiters.builder(redis.client())
                        .timeout(Duration.ofSeconds(20))
                        .onFailure(FailurePolicy.CLOSED)
                        .build();
                AspectContext context = AspectContext.of(Api.class)
                        .settings(LimiterSettings.NONE, Map.of("watching", SomeSettings.mode(LimiterMode.SHADOW)))
                        .limiters(limiters)
                        .start()) {
            Api api = context.get(Api.class);
            RateLimiter mine = limiters.get("mine");
            RateLimiter watching = limiters.get("watching");
            assertThat(api.call().block()).isEqualTo("called");
            assertThat(mine.availablePermits()).isEqualTo(4);
            assertThat(watching.availablePermits()).isEqualTo(4);

            server.pause();
            Disposable call = api.call().subscribe();
            assertThat(mine.availablePermits()).isEqualTo(3);
            call.dispose();
            server.resume();

            Awaitility.await().until(() -> mine.availablePermits() == 4);
            Awaitility.await().until(() -> watching.availablePermits() == 4);
        }
    }
}
