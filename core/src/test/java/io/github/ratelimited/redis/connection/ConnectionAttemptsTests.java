package io.github.ratelimited.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.internal.DaemonThreads;
import io.github.ratelimited.internal.LoggedLines;
import io.github.ratelimited.launcher.RedisServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.config.Config;

/** What the log tells of a Redis that cannot be used. */
@Timeout(120)
class ConnectionAttemptsTests {

    private static final String TRYING = ", trying again every few seconds: ";

    @AutoClose
    private final LoggedLines lines = LoggedLines.of(RedissonConnection.class);

    @AutoClose
    private final LoggedLines clients = LoggedLines.of("org.redisson.Version");

    private static Config lazy(String address) {
        Config config = new Config().setLazyInitialization(true).setThreads(2).setNettyThreads(2);
        config.useSingleServer()
                .setAddress(address)
                .setRetryAttempts(0)
                .setConnectTimeout(1000)
                .setConnectionMinimumIdleSize(1);
        return config;
    }

    /** What is logged while it is tried several times. */
    private void assertTells(String address, String... words) {
        AtomicInteger made = new AtomicInteger();
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            made.incrementAndGet();
            return Redisson.create(lazy(address));
        })) {
            assertThat(FirstAttempts.await(connection)).isFalse();
            Throwable first = connection.failure();
            Awaitility.await().until(() -> connection.failure() != first);
            assertThat(lines.texts())
                    .last()
                    .asString()
                    .startsWith("Redis cannot be reached at " + address + TRYING)
                    .contains(words);
            assertThat(connection.unavailable()).hasMessage("Redis is not connected at " + address);
            assertThat(lines.texts()).doesNotHaveDuplicates();
            assertThat(made).hasValue(1);
            assertThat(clients.events()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void namesAHostThatDoesNotExist() {
        assertTells("redis://hots.invalid:6379", "hots.invalid");
    }

    @Test
    void namesAPortWhereNobodyListens() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            assertTells(server.url(), "Connection refused");
        }
    }

    @Test
    void namesAPlainPortThatIsTakenForAnEncryptedOne() {
        try (RedisServer server = RedisServer.start()) {
            assertTells(
                    server.url().replace("redis://", "rediss://"),
                    "no answer in time; does that port use TLS, as rediss:// does?");
        }
    }

    @Test
    void namesAnEncryptedPortThatIsTakenForAPlainOne() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            DaemonThreads.make("tls-port", () -> alert(server)).start();
            assertTells(
                    "redis://localhost:" + server.getLocalPort(),
                    "an answer that no Redis gives; does that port need TLS, and so rediss://?");
        }
    }

    /** What TLS says to a client that does not begin with a handshake. */
    private static void alert(ServerSocket server) {
        byte[] unexpectedMessage = {0x15, 3, 3, 0, 2, 2, 10};
        while (!server.isClosed()) {
            try {
                server.accept().getOutputStream().write(unexpectedMessage);
            } catch (IOException ex) {
                // The next one, if the server is still there.
            }
        }
    }

    @Test
    void tellsInTheServersWordsThatItHasNoScriptsAndLeavesItInPeace() {
        try (RedisServer server =
                RedisServer.builder().setting("rename-command", "EVALSHA \"\"").start()) {
            assertTells(server.url(), "ERR unknown command", "EVALSHA");
            String errors = String.valueOf(server.redis().command("INFO", "errorstats"));
            assertThat(errors).containsPattern("errorstat_ERR:count=\\d\\b");
        }
    }

    @Test
    void tellsWhatTheServerSaidUnderAllThatRedissonSays() {
        RedisException wrapped = new RedisConnectionException(
                "Unable to connect to Redis server", new ExecutionException(new RedisAuthRequiredException("NOAUTH")));
        try (RedissonConnection connection = RedissonConnection.connect(() -> {
            throw wrapped;
        })) {
            FirstAttempts.await(connection);
        }
        assertThat(lines.texts()).containsExactly("Redis cannot be reached" + TRYING + "NOAUTH");
    }

    @Test
    void saysNothingOfAnAttemptThatClosingHasEnded() {
        AtomicBoolean closed = new AtomicBoolean();
        new ConnectionAttempts(new FirstAttempt(), () -> "")
                .run(
                        () -> {
                            closed.set(true);
                            throw new RedisException("Redisson is shutdown");
                        },
                        closed::get);
        assertThat(lines.texts()).isEmpty();
    }

    @Test
    void closingEndsAPause() {
        Set<Thread> connecting = ConcurrentHashMap.newKeySet();
        AtomicInteger made = new AtomicInteger();
        RedissonConnection connection = RedissonConnection.connect(() -> {
            connecting.add(Thread.currentThread());
            made.incrementAndGet();
            throw new RedisException("down");
        });
        Awaitility.await().until(() -> made.get() == 2);

        connection.close();

        // The second pause takes two seconds.
        Awaitility.await()
                .atMost(Duration.ofMillis(1500))
                .until(() -> connecting.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void tellsNoPasswords() {
        Config config = new Config();
        config.useClusterServers().addNodeAddress("redis://me:secret@one:1", "redis://two:2");
        assertThat(ServerAddresses.at(config)).isEqualTo(" at redis://one:1, redis://two:2");
    }

    @Test
    void pausesGrow() {
        assertThat(Stream.iterate(Duration.ofSeconds(1), ConnectionAttempts::longer)
                        .limit(5)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 5L, 5L);
    }
}
