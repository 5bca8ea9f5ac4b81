package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedRedisTests {

    private static final Redis CONTAINER = new Redis("localhost", 1, "container");
    private static final Redis PROCESS = new Redis("localhost", 2, "process");

    private final SharedRedis withDocker = new SharedRedis(() -> true, () -> CONTAINER, () -> PROCESS);
    private final SharedRedis withoutDocker = new SharedRedis(() -> false, () -> CONTAINER, () -> PROCESS);

    @Test
    void prefersDocker() {
        assertThat(withDocker.start(null)).isEqualTo(CONTAINER);
    }

    @Test
    void startsProcessWithoutDocker() {
        assertThat(withoutDocker.start(null)).isEqualTo(PROCESS);
    }

    @Test
    void startsProcessWhereForcedThoughDockerAnswers() {
        assertThat(withDocker.start("process")).isEqualTo(PROCESS);
    }

    @Test
    void failsWhereDockerIsForcedAndDoesNotAnswer() {
        assertThatIllegalStateException()
                .isThrownBy(() -> withoutDocker.start("docker"))
                .withMessageStartingWith("redis.launcher=docker, but no Docker engine answers");
    }

    @Test
    void failsOnUnknownWay() {
        assertThatIllegalStateException()
                .isThrownBy(() -> withDocker.start("podman"))
                .withMessage("redis.launcher is 'podman', but only 'docker' and 'process' are known");
    }

    @Test
    void namesTheWaysOutWhenTheContainerDoesNotStart() {
        SharedRedis broken = new SharedRedis(
                () -> true,
                () -> {
                    throw new IllegalArgumentException("no such image");
                },
                () -> PROCESS);

        assertThatIllegalStateException()
                .isThrownBy(() -> broken.start(null))
                .withMessageContaining("REDIS_LAUNCHER_IMAGE")
                .withMessageContaining("-Dredis.launcher=process")
                .withRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void propertyNamesTheImageBeforeTheEnvironment() {
        assertThat(RedisContainer.image("redis:8", "redis:7")).isEqualTo("redis:8");
        assertThat(RedisContainer.image(null, "redis:7")).isEqualTo("redis:7");
        assertThat(RedisContainer.image(null, null)).startsWith("redis:");
    }

    @Test
    void worksWithoutTestcontainersOnTheClasspath(@TempDir Path temp) throws IOException {
        Process program = ServerProgram.start("shared", temp);
        try {
            assertThat(ServerProgram.address(program).command("PING")).isEqualTo("PONG");
        } finally {
            program.destroy();
            program.onExit().join();
        }
    }
}
