package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FirstRequestTests {

    private static long calls(RedisServer server, String command) {
        String stats = String.valueOf(server.redis().command("INFO", "commandstats"));
        String line = stats.lines()
                .filter(text -> text.startsWith("cmdstat_" + command + ":"))
                .findFirst()
                .orElse("=0,");
        return Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(',')));
    }

    @Test
    void theFirstCallFindsTheScriptLoadedAndTheServersTimeKnown() {
        try (RedisServer server = RedisServer.start()) {
            RedissonConnection connection = RedissonConnection.connect(
                    () -> RealRedis.open(server.redis()).client());
            try (RateLimiters limiters = RedisRateLimiters.builder(connection)
                    .timeout(Duration.ofSeconds(10))
                    .limit("api", RateLimit.of(1, Duration.ofSeconds(1)))
                    .build()) {
                Awaitility.await().until(() -> connection.awaitFirstAttempt(Duration.ofSeconds(20)));
                long cached = calls(server, "evalsha");
                long whole = calls(server, "eval");

                assertThat(limiters.get("api").tryAcquire()).isTrue();

                assertThat(calls(server, "evalsha")).isEqualTo(cached + 1);
                assertThat(calls(server, "eval")).isEqualTo(whole);
                assertThat(server.redis().command("EXISTS", "ratelimited:first-request:{%}:sw2"))
                        .isEqualTo(0L);
            }
        }
    }

    @Test
    void aLibraryThatIsMissingIsToldLikeAnyOtherFailureToConnect() {
        NoClassDefFoundError missing = new NoClassDefFoundError("com/esotericsoftware/kryo/Kryo");
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            throw missing;
        })) {
            assertThat(connection.awaitFirstAttempt(Duration.ofSeconds(20))).isFalse();
            assertThat(connection.failure()).isSameAs(missing);
        }
    }

    @Test
    void anErrorDoesNotEndTheAttempts() {
        AtomicInteger attempts = new AtomicInteger();
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            attempts.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            Awaitility.await().until(() -> attempts.get() > 1);
            assertThat(connection.failure()).isInstanceOf(OutOfMemoryError.class);
        }
    }
}
