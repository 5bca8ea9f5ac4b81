package io.github.ratelimited.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server program to run.
 *
 * @param origin where it came from
 * @param largestFile the most that a file can have, in units of 512 bytes, 0 for no bound
 */
record RedisBinary(Path path, String origin, int largestFile) {

    static final String PROPERTY = "redis.launcher.binary";

    private static final String BUNDLED = "bundled";
    private static final String BUNDLED_VERSION = "7.0.15";
    private static final String OTHERS = "install redis-server or valkey-server, or name one with -D" + PROPERTY;

    /** The program a property names, else one on the search path, else the bundled one, unpacked into the directory. */
    static RedisBinary find(@Nullable String named, @Nullable String searchPath, Path directory) {
        if (named != null) {
            Path path = Path.of(named).toAbsolutePath();
            if (!Files.isExecutable(path)) {
                throw new IllegalStateException(PROPERTY + " is '" + named + "', which is not an executable file");
            }
            return new RedisBinary(path, "from " + path, 0);
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
                .map(path -> new RedisBinary(path, "from " + path, 0));
    }

    private static RedisBinary unpack(Path directory) {
        String resource = "/redis-server-" + BUNDLED_VERSION + "-" + platform();
        try (InputStream binary = RedisBinary.class.getResourceAsStream(resource)) {
            if (binary == null) {
                throw new IllegalStateException("No Redis found: none on the PATH, none bundled for " + platform()
                        + ". To have one, " + OTHERS);
            }
            Path program = directory.resolve("redis-server");
            write(binary, program);
            return new RedisBinary(program, BUNDLED, 0);
        } catch (IOException failed) {
            throw new IllegalStateException("Could not unpack Redis into " + directory, failed);
        }
    }

    // By another process, because each process that another thread starts meanwhile would hold, for a moment, a copy of
    // a file that is open here, and Linux starts no program that somebody can write ("Text file busy").
    private static void write(InputStream content, Path program) throws IOException {
        Process writer = new ProcessBuilder("/bin/sh", "-c", "cat > \"$0\" && chmod +x \"$0\"", program.toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        try (OutputStream input = writer.getOutputStream()) {
            content.transferTo(input);
        }
        if (writer.onExit().join().exitValue() != 0) {
            throw new IOException("Could not write " + program);
        }
    }

    RedisBinary withLargestFile(int blocks) {
        return new RedisBinary(path, origin, blocks);
    }

    /** {@return what to do where it cannot be started, as the end of a message} */
    String hint() {
        return origin.equals(BUNDLED)
                ? ". Where no program may run in the folder for temporary files, name another one with -Djava.io.tmpdir, "
                        + OTHERS
                : "";
    }

    /** Starts it. Writing more to a file than it can have fails, as on a full disk. */
    List<String> command() {
        return largestFile == 0
                ? List.of(path.toString())
                : List.of(
                        "/bin/sh",
                        "-c",
                        "trap '' XFSZ; ulimit -f " + largestFile + "; exec \"$0\" \"$@\"",
                        path.toString());
    }

    private static String platform() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch", "");
        return (system.startsWith("mac") ? "darwin" : system.replace(' ', '-')) + "-"
                + (machine.equals("aarch64") ? "arm64" : machine.equals("x86_64") ? "amd64" : machine);
    }
}
