package io.github.ratelimited.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the Redis that the tests of a JVM share, and chooses how. */
record SharedRedis(BooleanSupplier docker, Supplier<Redis> container, Supplier<Redis> process) {

    private static final Logger log = LoggerFactory.getLogger(SharedRedis.class);
    private static final String PROPERTY = "redis.launcher";

    private static @Nullable Redis shared;
    private static @Nullable RuntimeException failure;

    static synchronized Redis get() {
        if (failure != null) {
            // Testcontainers tries for minutes to get an image that is not there: once is enough for all test classes.
            throw failure;
        }
        if (shared == null) {
            try {
                // Lambdas, not method references: those would load RedisContainer, and with it Testcontainers, at once.
                shared = new SharedRedis(
                                SharedRedis::dockerAnswers,
                                () -> RedisContainer.start(),
                                () -> RedisServer.start().redis())
                        .start(System.getProperty(PROPERTY));
            } catch (RuntimeException failed) {
                failure = failed;
                throw failed;
            }
            log.info("Tests use {}", shared.description());
        }
        return shared;
    }

    Redis start(@Nullable String forced) {
        if (forced == null || forced.isBlank()) {
            return docker.getAsBoolean() ? inContainer() : process.get();
        }
        return switch (forced) {
            case "process" -> process.get();
            case "docker" -> {
                if (!docker.getAsBoolean()) {
                    throw new IllegalStateException(PROPERTY + "=docker, but no Docker engine answers,"
                            + " or org.testcontainers:testcontainers is not on the classpath");
                }
                yield inContainer();
            }
            default ->
                throw new IllegalStateException(
                        PROPERTY + " is '" + forced + "', but only 'docker' and 'process' are known");
        };
    }

    private Redis inContainer() {
        try {
            return container.get();
        } catch (RuntimeException failed) {
            throw new IllegalStateException(
                    "No Redis in Docker, though an engine answers. REDIS_LAUNCHER_IMAGE names another image, and -D"
                            + PROPERTY + "=process does without Docker",
                    failed);
        }
    }

    static boolean dockerAnswers() {
        return testcontainersPresent() && dockerMayAnswer() && RedisContainer.dockerAvailable();
    }

    /** Without one of these, Testcontainers' own search, which can take far longer, would be in vain. */
    private static boolean dockerMayAnswer() {
        return System.getenv("DOCKER_HOST") != null
                || System.getProperty("os.name", "").startsWith("Windows")
                || Stream.of(
                                Path.of("/var/run/docker.sock"),
                                Path.of(System.getProperty("user.home", ""), ".docker/run/docker.sock"),
                                Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/run"), "docker.sock"))
                        .anyMatch(Files::exists);
    }

    private static boolean testcontainersPresent() {
        try {
            Class.forName("org.testcontainers.DockerClientFactory", false, SharedRedis.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
