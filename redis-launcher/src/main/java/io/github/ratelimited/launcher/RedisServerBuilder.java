package io.github.ratelimited.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a {@link RedisServer} is started with. By default a free port, and nothing kept on disk. */
public final class RedisServerBuilder {

    private final List<String> settings = new ArrayList<>();
    private int largestFile;
    private @Nullable String binary = System.getProperty(RedisBinary.PROPERTY);
    private Path parent = Path.of(System.getProperty("java.io.tmpdir", "."));

    RedisServerBuilder() {}

    /**
     * Adds a line to the server's {@code redis.conf}; the same name can come more than once. With a line of the name
     * {@code sentinel} the server is one.
     *
     * @param name a Redis directive other than {@code port} and {@code bind}, for example {@code maxmemory}
     * @param value its arguments, quoted as in that file; that of {@code requirepass} without quotes
     * @return this builder
     * @throws IllegalArgumentException when the name is {@code port} or {@code bind}, or a password has quotes
     */
    public RedisServerBuilder setting(String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("port") || lower.equals("bind")) {
            throw new IllegalArgumentException("'" + name + "' is not a setting: the launcher writes it itself");
        }
        if (lower.equals(RedisProcess.PASSWORD) && (value.contains("\"") || value.contains("'"))) {
            throw new IllegalArgumentException(
                    "'" + name + "' must have no quotes, as the launcher gives it too, but is '" + value + "'");
        }
        settings.add(lower + " " + value);
        return this;
    }

    /**
     * Bounds the size of each file that the server writes. It can write no more to one that is full, as if the disk were:
     * with {@code appendonly yes} it refuses writes, until that is set to {@code no} and {@code yes} again, which begins
     * another file.
     *
     * @param blocks the most that a file can have, in units of 512 bytes; 0, the default, for no bound
     * @return this builder
     */
    public RedisServerBuilder largestFile(int blocks) {
        this.largestFile = blocks;
        return this;
    }

    RedisServerBuilder binary(@Nullable String binary) {
        this.binary = binary;
        return this;
    }

    RedisServerBuilder parent(Path parent) {
        this.parent = parent;
        return this;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @return the running server
     * @throws IllegalStateException when there is no server program for this machine, or no folder for it to work in, or
     *     it does not start; the message holds what the server wrote
     */
    public RedisServer start() {
        Path directory = createDirectory();
        try {
            RedisBinary found = RedisBinary.find(binary, System.getenv("PATH"), directory);
            return new RedisServer(found.withLargestFile(largestFile), directory, List.copyOf(settings));
        } catch (RuntimeException failed) {
            RedisServer.delete(directory);
            throw failed;
        }
    }

    private Path createDirectory() {
        try {
            return Files.createTempDirectory(parent, "ratelimited-redis-");
        } catch (IOException failed) {
            throw new IllegalStateException("No working directory in " + parent, failed);
        }
    }
}
