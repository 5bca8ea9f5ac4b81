package io.github.ratelimited.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/without-spring.md as a program. */
class WithoutSpringTests {

    @Test
    void exampleRunsWithoutSpringReactorAndRxJava(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        barePath(),
                        BarePath.class.getName(),
                        Redis.shared().url())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = program.waitFor(60, TimeUnit.SECONDS);
        program.destroyForcibly();

        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(program.exitValue()).as(text).isZero();
        assertThat(text.lines().filter(line -> line.startsWith("Hello, 4 left")))
                .hasSize(2);
        assertThat(text.lines().filter(line -> line.startsWith("Come back in ")))
                .hasSize(2);
    }

    private static String barePath() {
        List<String> optional = List.of("spring", "reactor", "reactive-streams", "rxjava", "micrometer");
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry ->
                        optional.stream().noneMatch(Path.of(entry).getFileName().toString()::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
