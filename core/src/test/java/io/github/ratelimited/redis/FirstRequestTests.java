package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.connection.FirstAttempts;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FirstRequestTests {

    /** Scripts that the server has run for a limiter; instances read limits meanwhile. */
    private static List<String> scripts(RedisServer server, String limiter) {
        return ((List<?>) Objects.requireNonNull(server.redis().command("SLOWLOG", "GET", "10000")))
                .stream()
                        .map(entry -> String.valueOf(((List<?>) entry).get(3)))
                        .filter(words -> words.startsWith("[EVAL") && words.contains(":" + limiter + ":"))
                        .toList();
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
                assertThat(FirstAttempts.await(connection)).isTrue();
                server.redis().command("CONFIG", "SET", "slowlog-max-len", "10000");
                server.redis().command("CONFIG", "SET", "slowlog-log-slower-than", "0");

                assertThat(limiters.get("api").tryAcquire()).isTrue();

                assertThat(scripts(server, "api")).singleElement().asString().startsWith("[EVALSHA");
                assertThat(server.redis().command("EXISTS", "ratelimited:first-request:{%}:sw2"))
                        .isEqualTo(0L);
            }
        }
    }

    @Test
    void aCallersLimitIsComparedWithThatOfTheNameFromTheFirstCallOn() {
        RateLimit shorter = RateLimit.of(5, Duration.ofSeconds(10)).withAlgorithm(Algorithm.FIXED_WINDOW);
        RateLimit longer = RateLimit.of(5, Duration.ofSeconds(20)).withAlgorithm(Algorithm.FIXED_WINDOW);
        CompletableFuture<Void> up = new CompletableFuture<>();
        try (RedisServer server = RedisServer.start()) {
            RedissonConnection connection = RedissonConnection.connect(() -> {
                up.join();
                return RealRedis.open(server.redis()).client();
            });
            try (RateLimiters limiters = RedisRateLimiters.builder(connection)
                    .timeout(Duration.ofSeconds(10))
                    .limit("api", shorter)
                    .build()) {
                CompletionStage<Decision> other =
                        limiters.get("api").forKey("alice").withLimit(longer).decideAsync(1, Duration.ZERO);
                CompletionStage<Decision> alone =
                        limiters.get("new").forKey("alice").withLimit(longer).decideAsync(1, Duration.ZERO);

                up.complete(null);

                assertThat(other)
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(IllegalArgumentException.class)
                        .withMessageContaining("counts one key by one interval");
                assertThat(alone)
                        .succeedsWithin(Duration.ofSeconds(20))
                        .extracting(Decision::origin)
                        .isEqualTo(Decision.Origin.CALL);
            }
        }
    }

    @Test
    void aLibraryThatIsMissingIsToldLikeAnyOtherFailureToConnect() {
        NoClassDefFoundError missing = new NoClassDefFoundError("com/esotericsoftware/kryo/Kryo");
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            throw missing;
        })) {
            assertThat(FirstAttempts.await(connection)).isFalse();
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
