package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not start. */
class FailedStartTests {

    @TempDir
    private Path parent;

    @Test
    void failsOnWrongSettingWithTheServersOwnWords() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RedisServer.builder()
                        .parent(parent)
                        .setting("no-such-thing", "1")
                        .start())
                .withMessageContaining("no-such-thing");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void saysWhatToDoWhereTheBundledProgramCannotRun() throws IOException {
        Path forbidden = Files.createFile(parent.resolve("redis-server"));

        assertThatIllegalStateException()
                .isThrownBy(() -> new RedisServer(new RedisBinary(forbidden, "bundled", 0), parent, List.of()))
                .withMessageContainingAll("Could not start " + forbidden, "-Djava.io.tmpdir", "-Dredis.launcher.binary")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void saysThatANamedProgramDoesNotStart() throws IOException {
        Path script = Files.writeString(parent.resolve("redis-server"), "#!/no/such/program");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertThatIllegalStateException()
                .isThrownBy(() -> RedisServer.builder()
                        .parent(parent)
                        .binary(script.toString())
                        .start())
                .withMessage("Could not start " + script);
    }

    @Test
    void saysThatThereIsNoFolderToWorkIn() {
        Path gone = parent.resolve("gone");

        assertThatIllegalStateException()
                .isThrownBy(() -> RedisServer.builder().parent(gone).start())
                .withMessage("No working directory in " + gone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"port", "bind", "PORT"})
    void takesPortAndAddressOnlyFromTheLauncher(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisServer.builder().setting(name, "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"s3 cret\"", "'secret'"})
    void takesNoPasswordInQuotes(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisServer.builder().setting("RequirePass", password))
                .withMessageContainingAll("'RequirePass'", password);
    }
}
