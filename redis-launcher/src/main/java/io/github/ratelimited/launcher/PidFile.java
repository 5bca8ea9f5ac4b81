package io.github.ratelimited.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Says which server runs in a {@link WorkingDirectory}, and for which JVM. */
record PidFile(RecordedProcess server, RecordedProcess owner) {

    private static final String NAME = "pid";

    static Optional<PidFile> in(Path directory) {
        try {
            List<String> lines = Files.readAllLines(directory.resolve(NAME));
            return Optional.of(new PidFile(RecordedProcess.parse(lines.get(0)), RecordedProcess.parse(lines.get(1))));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    /** Before the server starts, the JVM stands in its place: a folder without a server is abandoned, too. */
    static PidFile withoutServer() {
        return of(ProcessHandle.current());
    }

    static PidFile of(ProcessHandle server) {
        return new PidFile(RecordedProcess.of(server), RecordedProcess.of(ProcessHandle.current()));
    }

    void write(Path directory) {
        try {
            Files.write(directory.resolve(NAME), List.of(server.line(), owner.line()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    boolean abandoned() {
        return owner.find().isEmpty();
    }
}
