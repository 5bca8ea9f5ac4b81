package io.github.ratelimited.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The server program to run, and where it came from. */
record RedisBinary(Path path, String origin) {

    static final String PROPERTY = "redis.launcher.binary";

    private static final String BUNDLED_VERSION = "7.0.15";

    /** The program a property names, else one on the search path, else the bundled one, unpacked into the directory. */
    static RedisBinary find(@Nullable String named, @Nullable String searchPath, Path directory) {
        if (named != null) {
            Path path = Path.of(named).toAbsolutePath();
            if (!Files.isExecutable(path)) {
                throw new IllegalStateException(PROPERTY + " is '" + named + "', which is not an executable file");
            }
            return new RedisBinary(path, "from " + path);
        }
        return onPath(searchPath == null ? "" : searchPath).orElseGet(() -> unpack(directory));
    }

    private static Optional<RedisBinary> onPath(String searchPath) {
        return Stream.of("redis-server", "valkey-server")
                .flatMap(name -> Stream.of(searchPath.split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder).resolve(name).toAbsolutePath()))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst()
                .map(path -> new RedisBinary(path, "from " + path));
    }

    private static RedisBinary unpack(Path directory) {
        String resource = "/redis-server-" + BUNDLED_VERSION + "-" + platform();
        try (InputStream binary = RedisBinary.class.getResourceAsStream(resource)) {
            if (binary == null) {
                throw new IllegalStateException("No Redis found: none on the PATH, none bundled for " + platform()
                        + ". Install redis-server or valkey-server, or name one with -D" + PROPERTY);
            }
            Path path = directory.resolve("redis-server");
            Files.copy(binary, path);
            return executable(path, "bundled");
        } catch (IOException failed) {
            throw new UncheckedIOException("Could not unpack Redis into " + directory, failed);
        }
    }

    /** The same program, where a file that grows beyond a size meets what a full disk does: writing it fails. */
    RedisBinary withLargestFile(int blocks, Path directory) {
        Path script = directory.resolve("start");
        try {
            Files.writeString(
                    script, "#!/bin/sh\ntrap '' XFSZ\nulimit -f " + blocks + "\nexec '" + path + "' \"$@\"\n");
        } catch (IOException failed) {
            throw new UncheckedIOException("Could not write " + script, failed);
        }
        return executable(script, origin);
    }

    private static RedisBinary executable(Path path, String origin) {
        if (!path.toFile().setExecutable(true)) {
            throw new IllegalStateException("Could not make " + path + " executable");
        }
        return new RedisBinary(path, origin);
    }

    private static String platform() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch", "");
        return (system.startsWith("mac") ? "darwin" : system.replace(' ', '-')) + "-"
                + (machine.equals("aarch64") ? "arm64" : machine.equals("x86_64") ? "amd64" : machine);
    }
}
