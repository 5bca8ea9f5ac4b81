package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stays in a JVM after applications have ended in it. In a JVM of its own, where soft references are none. */
@Tag("long")
class UnloadedClassesTests {

    @Test
    void nothingHoldsTheClassesOfAnApplicationThatHasEnded(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        try (RedisServer server = RedisServer.start()) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:SoftRefLRUPolicyMSPerMB=0",
                            "-Dspring.data.redis.port=" + server.port(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            RestartsProgram.class.getName())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = program.waitFor(4, TimeUnit.MINUTES);
            program.destroyForcibly().waitFor();
            assertThat(ended && program.exitValue() == 0)
                    .as("ended with %d:%n%s", program.exitValue(), Files.readString(output))
                    .isTrue();
        }
    }
}
