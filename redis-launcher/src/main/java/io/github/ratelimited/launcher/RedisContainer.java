package io.github.ratelimited.launcher;

import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A Redis in Docker. The only class that needs Testcontainers, which also removes the container with the JVM. */
final class RedisContainer {

    private static final String DEFAULT_IMAGE = "redis:7.4-alpine";
    private static final int PORT = 6379;

    private RedisContainer() {}

    static boolean dockerAvailable() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    static String image(@Nullable String property, @Nullable String environment) {
        if (property != null) {
            return property;
        }
        return environment == null ? DEFAULT_IMAGE : environment;
    }

    static Redis start() {
        String image = image(System.getProperty("redis.launcher.image"), System.getenv("REDIS_LAUNCHER_IMAGE"));
        // Not the default wait for the port: it runs a shell inside the container, and a small image has none.
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withCommand("redis-server", "--save", "", "--appendonly", "no", "--protected-mode", "no")
                .withExposedPorts(PORT)
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1));
        container.start();
        Redis address = new Redis(container.getHost(), container.getMappedPort(PORT), image);
        String version = RedisProcess.version(String.valueOf(address.command("INFO", "server")));
        return new Redis(
                address.host(),
                address.port(),
                version + " in Docker (" + image + "), " + address.host() + ":" + address.port());
    }
}
