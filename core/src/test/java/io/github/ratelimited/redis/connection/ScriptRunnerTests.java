package io.github.ratelimited.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiterUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisException;
import org.redisson.misc.CompletableFutureWrapper;

class ScriptRunnerTests {

    private static void assertTold(RuntimeException failure, String message) {
        CompletableFuture<Object> answer = ScriptRunner.answer(() -> new CompletableFutureWrapper<>(failure));
        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RateLimiterUnavailableException.class)
                .withMessage(message);
    }

    @Test
    void tellsWhatTheNetworkSaid() {
        assertTold(
                new RedisException(
                        "Unexpected exception while processing command", new IOException("Connection reset by peer")),
                "Redis failed: java.io.IOException: Connection reset by peer");
    }

    @Test
    void tellsWhatTheServerSaidWithoutTheCommand() {
        assertTold(
                new RedisException(
                        "wrapped", new RedisException("ERR broken. channel: [id: 0x1] command: (EVALSHA), key alice")),
                "Redis failed: ERR broken");
    }
}
