package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    void endProgram() {
        program.destroyForcibly().onExit().join();
    }

    @Test
    void serverEndsWithProgramThatIsTerminated() {
        program.destroy();

        awaitEndOfServer();
    }

    @Test
    void serverEndsWithProgramThatIsKilled() {
        program.destroyForcibly();

        awaitEndOfServer();
    }

    @Test
    void frozenServerEndsWithProgramThatIsKilled() throws IOException {
        Matcher pid = Pattern.compile("process_id:(\\d+)").matcher(String.valueOf(redis.command("INFO", "server")));
        assertThat(pid.find()).isTrue();
        new ProcessBuilder("kill", "-STOP", pid.group(1)).start().onExit().join();

        program.destroyForcibly();

        awaitEndOfServer();
    }

    private void awaitEndOfServer() {
        await().untilAsserted(
                        () -> assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class));
        await().untilAsserted(() -> assertThat(temp).isEmptyDirectory());
    }

    @Test
    void serverOfProgramThatIsAboutToEndDoesNotStay() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("late"));

        ServerProgram.start("late", folder).onExit().join();

        await().untilAsserted(() -> assertThat(folder).isEmptyDirectory());
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info().command().orElse("").startsWith(folder.toString())))
                .isEmpty();
    }
}
