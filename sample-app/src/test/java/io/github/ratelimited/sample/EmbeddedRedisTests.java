package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTests {

    private static final Pattern SERVER = Pattern.compile("Uses an embedded Redis: .*, pid (\\d+)");

    @TempDir
    private Path temp;

    private final List<Process> programs = new ArrayList<>();

    @AfterEach
    void end() {
        programs.forEach(Process::destroyForcibly);
    }

    @Test
    void startsAndEndsARedisOfItsOwn() {
        RedisServer server;
        try (RunningApplication application = RunningApplication.start()) {
            server = application.context().getBean(EmbeddedRedis.class).server();
            assertThat(ProcessHandle.of(server.pid())).isPresent();
        }
        assertThat(ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void startsNoneWhereOneIsGiven() {
        try (RunningApplication application = RunningApplication.start(
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + Redis.shared().port())) {

            assertThat(application.context().getBeanProvider(EmbeddedRedis.class))
                    .isEmpty();
        }
    }

    @Test
    void endsItWhenTheProgramIsTerminatedOrKilled() throws IOException {
        Process killed = program("killed.log");
        long abandoned = server("killed.log");
        killed.destroyForcibly();
        awaitEnd(abandoned);

        Process terminated = program("terminated.log");
        long server = server("terminated.log");
        terminated.destroy();
        awaitEnd(server);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(temp.toFile().list((folder, name) -> name.startsWith("ratelimited-redis-")))
                                .isEmpty());
    }

    private Process program(String log) throws IOException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temp,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SampleApplication.class.getName(),
                        "--server.port=0")
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve(log).toFile())
                .start();
        programs.add(program);
        return program;
    }

    private long server(String log) {
        Matcher matcher = Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> SERVER.matcher(Files.readString(temp.resolve(log))), Matcher::find);
        return Long.parseLong(matcher.group(1));
    }

    /** In a container without an init process a dead orphan stays in the process table for a moment. */
    private static void awaitEnd(long pid) {
        Awaitility.await().until(() -> !isAlive(pid));
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
