package io.github.ratelimited.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run in a JVM of their own; one is the example of docs/without-spring.md. */
class WithoutSpringTests {

    @Test
    void exampleRunsWithoutSpringReactorAndRxJava(@TempDir Path folder) throws Exception {
        String text = outputOf(
                folder,
                List.of("-cp", barePath()),
                BarePath.class,
                Redis.shared().url());

        assertThat(text.lines().filter(line -> line.startsWith("Hello, 4 left")))
                .hasSize(2);
        assertThat(text.lines().filter(line -> line.startsWith("Come back in ")))
                .hasSize(2);
    }

    @Test
    void stagesCompleteWhereTheCommonPoolHasNoThreads(@TempDir Path folder) throws Exception {
        List<String> options = List.of(
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0",
                "-cp",
                System.getProperty("java.class.path"));

        assertThat(outputOf(folder, options, LaterPermits.class)).endsWith("Got 2\n");
    }

    private static String outputOf(Path folder, List<String> options, Class<?> program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add(program.getName());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();

        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static String barePath() {
        List<String> optional = List.of("spring", "reactor", "reactive-streams", "rxjava", "micrometer");
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry ->
                        optional.stream().noneMatch(Path.of(entry).getFileName().toString()::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
