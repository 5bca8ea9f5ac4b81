package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.slf4j.LoggerFactory;

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
                assertThat(server.redis().command("EXISTS", "ratelimited:first-request:{%}:sw1"))
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

    @Test
    void pausesGrow() {
        assertThat(Stream.iterate(Duration.ofSeconds(1), RedissonConnection::longer)
                        .limit(5)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 5L, 5L);
    }

    @Test
    void theLogTellsWhatTheServerSaid() {
        RedisException wrapped = new RedisConnectionException(
                "Unable to connect to Redis server", new ExecutionException(new RedisAuthRequiredException("NOAUTH")));
        Logger logger = (Logger) LoggerFactory.getLogger(RedissonConnection.class);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            throw wrapped;
        })) {
            connection.awaitFirstAttempt(Duration.ofSeconds(20));
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("Redis cannot be reached, trying again every few seconds: "
                        + RedisAuthRequiredException.class.getName() + ": NOAUTH");
    }
}
