package io.github.ratelimited.redis.rratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.RealRedis;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KnownRatesTests {

    private static final RateLimit THREE = RateLimit.of(3, Duration.ofHours(1));
    private static final RateLimit FIVE = RateLimit.of(5, Duration.ofHours(1));
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void limitThatWasBeingReadWhenItChangedIsNotRemembered() {
        try (RedisServer server = RedisServer.start();
                RealRedis redis = RealRedis.open(server.redis())) {
            RRateLimiterCommands commands =
                    new RRateLimiterCommands(RedissonConnection.of(redis.client()), TIMEOUT, Duration.ZERO);
            KnownRates limits = new KnownRates(commands);
            commands.set("api", THREE).join();

            server.pause();
            CompletableFuture<RateLimit> before = limits.find("api", "api");
            limits.forget("api");
            server.resume();

            assertThat(before).succeedsWithin(TIMEOUT).isEqualTo(THREE);
            commands.set("api", FIVE).join();
            assertThat(limits.find("api", "api")).succeedsWithin(TIMEOUT).isEqualTo(FIVE);
        }
    }
}
