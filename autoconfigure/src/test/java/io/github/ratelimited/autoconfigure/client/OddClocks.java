package io.github.ratelimited.autoconfigure.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clocks of processes that are hours off and step to and fro by seconds each second. They need the library
 * libfaketime, whose path {@code -Dfleet.faketime} tells; without it all clocks are that of the machine.
 */
final class OddClocks implements AutoCloseable {

    private static final String LIBRARY = System.getProperty("fleet.faketime", "");
    private static final int HOURS = 3;

    private final List<Path> files = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(60);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    OddClocks(int processes) throws IOException {
        if (!LIBRARY.isEmpty()) {
            Path folder = Files.createTempDirectory("clocks");
            for (int i = 0; i < processes; i++) {
                files.add(folder.resolve("clock" + i));
            }
            step();
            timer.scheduleAtFixedRate(this::step, 1, 1, TimeUnit.SECONDS);
        }
    }

    private void step() {
        for (int i = 0; i < files.size(); i++) {
            double seconds = 3600.0 * HOURS * (i - 1) + 4 * random.nextDouble() - 2;
            Path file = files.get(i);
            Path next = file.resolveSibling(file.getFileName() + ".next");
            try {
                Files.writeString(next, String.format("%+.3f", seconds));
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    /** {@return what the environment of a process has to say} */
    Map<String, String> of(int process) {
        return files.isEmpty()
                ? Map.of()
                : Map.of(
                        "LD_PRELOAD",
                        LIBRARY,
                        "FAKETIME_TIMESTAMP_FILE",
                        files.get(process).toString(),
                        "FAKETIME_CACHE_DURATION",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1");
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
