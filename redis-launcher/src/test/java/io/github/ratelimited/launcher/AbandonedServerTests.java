package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbandonedServerTests {

    @TempDir
    private Path temp;

    private Process program;
    private Redis redis;

    @BeforeEach
    void startProgram() throws IOException {
        program = ServerProgram.start("own", temp);
        redis = ServerProgram.address(program);
        assertThat(redis.command("PING")).isEqualTo("PONG");
    }

    @AfterEach
    void endProgramAndItsServer() {
        program.destroyForcibly().onExit().join();
        RedisServer.builder().parent(temp).start().close();
    }

    @Test
    void serverEndsWithProgramThatIsTerminated() {
        program.destroy();
        program.onExit().join();

        assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
        assertThat(serverFolders()).isEmpty();
    }

    @Test
    void nextStartEndsServerOfKilledProgram() {
        program.destroyForcibly().onExit().join();
        assertThat(redis.command("PING")).isEqualTo("PONG");
        List<Path> left = serverFolders();
        assertThat(left).hasSize(1);

        RedisServer.builder().parent(temp).start().close();

        await().untilAsserted(
                        () -> assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class));
        assertThat(serverFolders()).isEmpty();
    }

    @Test
    void nextStartEndsFrozenServerOfKilledProgram() throws IOException {
        PidFile file = PidFile.in(serverFolders().get(0)).orElseThrow();
        new ProcessBuilder("kill", "-STOP", Long.toString(file.server().pid()))
                .start()
                .onExit()
                .join();
        program.destroyForcibly().onExit().join();

        RedisServer.builder().parent(temp).start().close();

        await().untilAsserted(() -> assertThat(file.server().find()).isEmpty());
        assertThat(serverFolders()).isEmpty();
    }

    @Test
    void nextStartLeavesServerOfLivingProgramAlone() {
        RedisServer.builder().parent(temp).start().close();

        assertThat(redis.command("PING")).isEqualTo("PONG");
        assertThat(serverFolders()).hasSize(1);
    }

    @Test
    void nextStartRemovesFolderButNotProcessThatOnlyHasTheNumber() throws IOException {
        Path folder = serverFolders().get(0);
        PidFile file = PidFile.in(folder).orElseThrow();
        RecordedProcess gone =
                new RecordedProcess(program.pid(), file.owner().startedAt().minusSeconds(60), "/gone");
        Path forged = Files.createDirectory(temp.resolve("ratelimited-redis-forged"));
        new PidFile(new RecordedProcess(file.server().pid(), file.server().startedAt(), "/usr/bin/other"), gone)
                .write(forged);

        RedisServer.builder().parent(temp).start().close();

        assertThat(redis.command("PING")).isEqualTo("PONG");
        assertThat(serverFolders()).containsExactly(folder);
    }

    @Test
    void nextStartRemovesFolderWhoseServerNeverStarted() throws IOException {
        RecordedProcess gone = new RecordedProcess(program.pid(), Instant.EPOCH, "/gone");
        new PidFile(gone, gone).write(Files.createDirectory(temp.resolve("ratelimited-redis-early")));
        assertThat(serverFolders()).hasSize(2);

        RedisServer.builder().parent(temp).start().close();

        assertThat(serverFolders()).hasSize(1);
        assertThat(program.isAlive()).isTrue();
    }

    @Test
    void serverOfProgramThatIsAboutToEndDoesNotStay() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("late"));

        ServerProgram.start("late", folder).onExit().join();

        assertThat(folder).isEmptyDirectory();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info().command().orElse("").startsWith(folder.toString())))
                .isEmpty();
    }

    private List<Path> serverFolders() {
        try (Stream<Path> entries = Files.list(temp)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("ratelimited-redis-"))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
