package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTests {

    @TempDir
    private Path parent;

    private RedisServer server;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private RedisServer start() {
        server = RedisServer.builder().parent(parent).start();
        return server;
    }

    @Test
    void startsServerThatAnswers() {
        start();

        assertThat(server.redis().command("PING")).isEqualTo("PONG");
        assertThat(server.url()).isEqualTo("redis://127.0.0.1:" + server.port());
        assertThat(server.port()).isBetween(20_000, 22_767);
    }

    @Test
    void saysWhichRedisItIs() {
        start();

        assertThat(server.describe())
                .matches("(Redis|Valkey) \\d+\\.\\d+\\.\\d+ (bundled|from /.+), 127.0.0.1:" + server.port() + ", pid "
                        + server.pid());
    }

    @Test
    void keepsNothingOnDisk() {
        start();

        assertThat(server.redis().command("CONFIG", "GET", "save").toString()).isEqualTo("[save, ]");
        assertThat(server.redis().command("CONFIG", "GET", "appendonly").toString())
                .isEqualTo("[appendonly, no]");
    }

    @Test
    void endsProcessAndLeavesNoFolderWhenClosed() {
        start();
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        assertThat(parent).isNotEmptyDirectory();

        server.close();
        server.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void startsSeveralAtOnce() {
        start();
        try (RedisServer second = RedisServer.builder().parent(parent).start()) {
            second.redis().command("SET", "key", "second");

            assertThat(server.redis().command("GET", "key")).isNull();
        }
        assertThat(server.redis().command("PING")).isEqualTo("PONG");
    }

    @Test
    void restartsOnSamePortWithoutTheData() {
        start();
        server.redis().command("SET", "key", "value");
        int port = server.port();
        long pid = server.pid();

        server.restart();

        assertThat(server.port()).isEqualTo(port);
        assertThat(server.pid()).isNotEqualTo(pid);
        assertThat(server.redis().command("GET", "key")).isNull();
    }

    @Test
    void restartsAfterCrashWithDataThatSettingsKeep() {
        server = RedisServer.builder()
                .parent(parent)
                .setting("appendonly", "yes")
                .setting("appendfsync", "always")
                .start();
        server.redis().command("SET", "key", "value");

        server.kill();
        assertThatThrownBy(() -> server.redis().command("PING")).isInstanceOf(UncheckedIOException.class);
        server.restart();

        assertThat(server.redis().command("GET", "key")).isEqualTo("value");
    }

    @Test
    void findsItsDiskFullOnceAFileHasItsLargestSize() {
        server = RedisServer.builder()
                .parent(parent)
                .largestFile(64)
                .setting("appendonly", "yes")
                // Redis puts writing off while it waits for the disk.
                .setting("appendfsync", "no")
                .start();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        server.redis().command("SET", "key", "x".repeat(1000));
                    }
                })
                .isInstanceOf(RedisReplyException.class)
                .hasMessageStartingWith("MISCONF Errors writing to the AOF file");
        server.redis().command("CONFIG", "SET", "appendonly", "no");
        server.redis().command("CONFIG", "SET", "appendonly", "yes");

        assertThat(server.redis().command("SET", "key", "value")).isEqualTo("OK");
    }

    @Test
    void refusesConnectionsWhileStopped() {
        start();

        server.stop();

        assertThatThrownBy(() -> server.redis().command("PING")).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void answersNothingWhilePaused() {
        start();
        try (RedisConnection connection = RedisConnection.open(server.host(), server.port(), Duration.ofMillis(200))) {
            server.pause();
            assertThatThrownBy(() -> connection.command("PING")).isInstanceOf(UncheckedIOException.class);

            server.resume();
            Awaitility.await().ignoreExceptions().until(connection::read, "PONG"::equals);
        }
    }

    @Test
    void saysWhetherItRunsWhileAnotherThreadStartsOrEndsIt() {
        start();
        synchronized (server) {
            assertThat(CompletableFuture.supplyAsync(server::isRunning))
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isEqualTo(true);
        }
    }

    @Test
    void closesWhilePaused() {
        start();
        server.pause();

        server.close();

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void doesNotRestartOnceClosed() {
        start();
        server.close();

        assertThatIllegalStateException().isThrownBy(server::restart).withMessageContaining("is closed");
    }

    @Test
    void startsWithPasswordAndClusterMode() {
        server = RedisServer.builder()
                .parent(parent)
                .setting("RequirePass", "secret")
                .setting("cluster-enabled", "yes")
                .start();

        assertThatThrownBy(() -> server.redis().command("PING"))
                .isInstanceOf(RedisReplyException.class)
                .hasMessageStartingWith("NOAUTH");
        try (RedisConnection connection = server.redis().connect()) {
            connection.command("AUTH", "secret");
            assertThat(connection.command("INFO", "cluster").toString()).contains("cluster_enabled:1");
        }
    }
}
