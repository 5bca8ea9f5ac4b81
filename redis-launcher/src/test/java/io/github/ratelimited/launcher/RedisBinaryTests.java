package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTests {

    @TempDir
    private Path folder;

    private Path program(String name) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name).getParent())
                .resolve(Path.of(name).getFileName());
        Files.createFile(file);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void prefersTheNamedProgram() throws IOException {
        Path named = program("mine");
        program("redis-server");

        assertThat(RedisBinary.find(named.toString(), folder.toString(), folder).path())
                .isEqualTo(named);
    }

    @Test
    void refusesNamedProgramThatIsNotThere() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RedisBinary.find("/no/such/redis", null, folder))
                .withMessage("redis.launcher.binary is '/no/such/redis', which is not an executable file");
    }

    @Test
    void prefersRedisOverValkeyOnThePath() throws IOException {
        program("first/valkey-server");
        Path redis = program("second/redis-server");
        String searchPath = folder.resolve("first") + File.pathSeparator + folder.resolve("second");

        assertThat(RedisBinary.find(null, searchPath, folder)).isEqualTo(new RedisBinary(redis, "from " + redis));
    }

    @Test
    void takesValkeyFromThePath() throws IOException {
        Path valkey = program("valkey-server");

        assertThat(RedisBinary.find(null, folder.toString(), folder).path()).isEqualTo(valkey);
    }

    @Test
    void unpacksTheBundledProgramLast() {
        RedisBinary bundled = RedisBinary.find(null, folder.toString(), folder);

        assertThat(bundled.origin()).isEqualTo("bundled");
        assertThat(bundled.path()).isExecutable().hasParent(folder);
    }
}
