package io.github.ratelimited.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder a server owns: its binary, configuration, data and {@link PidFile}. */
record WorkingDirectory(Path path) {

    private static final Logger log = LoggerFactory.getLogger(WorkingDirectory.class);
    private static final String PREFIX = "ratelimited-redis-";

    /** Creates one, and first clears away those whose JVM was killed before it could. */
    static WorkingDirectory create(Path parent) {
        try {
            Path path = Files.createTempDirectory(parent, PREFIX);
            PidFile.withoutServer().write(path);
            try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, PREFIX + "*")) {
                for (Path other : others) {
                    clearIfAbandoned(other, path);
                }
            }
            return new WorkingDirectory(path);
        } catch (IOException failed) {
            throw new UncheckedIOException("No working directory in " + parent, failed);
        }
    }

    private static void clearIfAbandoned(Path directory, Path ours) {
        try {
            // In a shared temp folder another user could name our processes in a file of theirs.
            if (!Files.getOwner(directory).equals(Files.getOwner(ours))) {
                return;
            }
        } catch (IOException goneMeanwhile) {
            return;
        }
        PidFile.in(directory).filter(PidFile::abandoned).ifPresent(file -> {
            file.server().find().ifPresent(server -> {
                log.info("Ending the Redis with pid {} that a killed program left in {}", server.pid(), directory);
                file.server().kill();
            });
            new WorkingDirectory(directory).delete();
        });
    }

    void delete() {
        if (Files.notExists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path entry : deepestFirst) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("Could not remove " + path, failed);
        }
    }
}
