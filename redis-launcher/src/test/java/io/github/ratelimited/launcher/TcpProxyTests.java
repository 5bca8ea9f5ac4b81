package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class TcpProxyTests {

    private static Duration timeOfPing(RedisConnection connection) {
        long start = System.nanoTime();
        assertThat(connection.command("PING")).isEqualTo("PONG");
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void keepsAnswersBack() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server.redis());
                RedisConnection connection = proxy.redis().connect()) {
            timeOfPing(connection);
            proxy.delay(Duration.ofSeconds(1));
            assertThat(timeOfPing(connection)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            proxy.delay(Duration.ofMinutes(1));
            proxy.delay(Duration.ZERO);
            timeOfPing(connection);
        }
    }

    @Test
    void leavesConnectionsHalfOpen() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server.redis())) {
            try (RedisConnection old =
                    RedisConnection.open(proxy.redis().host(), proxy.redis().port(), Duration.ofSeconds(2))) {
                timeOfPing(old);
                proxy.freeze();
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> old.command("PING"));
                assertThat(proxy.redis().command("PING")).isEqualTo("PONG");
            }
            Awaitility.await().until(() -> proxy.connections() == 0);
        }
    }

    @Test
    void leavesNewConnectionsHalfOpenAsWell() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server.redis())) {
            proxy.cutOff();
            try (RedisConnection cutOff =
                    RedisConnection.open(proxy.redis().host(), proxy.redis().port(), Duration.ofSeconds(2))) {
                assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> cutOff.command("PING"));
            }
            proxy.reconnect();
            assertThat(proxy.redis().command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void clientsSeeTheEndOfTheServer() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server.redis());
                RedisConnection connection = proxy.redis().connect()) {
            timeOfPing(connection);
            server.kill();
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> connection.command("PING"));
            assertThatExceptionOfType(UncheckedIOException.class)
                    .as("a new connection ends, instead of getting no answer")
                    .isThrownBy(() -> proxy.redis().command("PING"))
                    .havingCause()
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }
}
