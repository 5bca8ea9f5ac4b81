package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTests {

    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "redis-binary-tests");
        thread.setDaemon(true);
        thread.start();
    };

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

        assertThat(RedisBinary.find(null, searchPath, folder)).isEqualTo(new RedisBinary(redis, "from " + redis, 0));
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

    @Test
    void unpacksProgramsThatRunAtOnceWhileOtherThreadsStartProcesses() {
        Stream<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> unpackAndRun(thread), THREADS)
                        .orTimeout(60, TimeUnit.SECONDS));

        assertThatNoException()
                .isThrownBy(() -> CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new))
                        .join());
    }

    private void unpackAndRun(int thread) {
        for (int i = 0; i < 50; i++) {
            try {
                Path directory = Files.createDirectories(folder.resolve(thread + "-" + i));
                RedisBinary program = RedisBinary.find(null, null, directory);
                Process process = new ProcessBuilder(program.path().toString(), "--version")
                        .redirectOutput(Redirect.DISCARD)
                        .start();
                assertThat(process.onExit().join().exitValue()).isZero();
                Files.delete(directory.resolve("redis-server"));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
