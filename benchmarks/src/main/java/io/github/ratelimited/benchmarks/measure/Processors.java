package io.github.ratelimited.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a server the last processor for itself while many threads call it, as if it were on a machine of its own: those
 * that have just been woken would put it aside. Without {@code taskset}, a command of Linux, or where this process may not
 * use all processors of the machine or there is only one, they share what there is.
 *
 * @param server process of the server, 0 for none
 * @param count processors of the machine
 */
public record Processors(long server, int count) {

    private static final Logger log = LoggerFactory.getLogger(Processors.class);

    /** {@code taskset} gives up where a thread ends before its turn. */
    private static final int ATTEMPTS = 100;

    /**
     * Those of this machine, with the last for a server where that can be.
     *
     * @param server process of the server
     * @return how they are given out
     */
    public static Processors apartFrom(long server) {
        int count = Runtime.getRuntime().availableProcessors();
        Processors processors = new Processors(server, count);
        return count > 1 && isAllowed("0-" + (count - 1)) && processors.bindBothTo(0, count - 1)
                ? processors
                : shared();
    }

    /** {@return those of this machine, which all share} */
    public static Processors shared() {
        return new Processors(0, Runtime.getRuntime().availableProcessors());
    }

    /** Runs something, apart from the server if more threads call than there are processors. */
    <T> T forCallers(int threads, Supplier<T> work) {
        if (server == 0 || threads <= count) {
            return work.get();
        }
        try {
            if (!bind(server, count - 1, count - 1)
                    || !bind(ProcessHandle.current().pid(), 0, count - 2)) {
                throw new IllegalStateException("Redis and its callers could not be given processors of their own");
            }
            return work.get();
        } finally {
            bindBothTo(0, count - 1);
        }
    }

    /** Whether these are all that this process may use: among others it could not be told which to leave. */
    private static boolean isAllowed(String processors) {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).contains("Cpus_allowed_list:\t" + processors);
        } catch (IOException ex) {
            return false;
        }
    }

    private boolean bindBothTo(int first, int last) {
        // Both, whatever becomes of the first.
        return bind(server, first, last) & bind(ProcessHandle.current().pid(), first, last);
    }

    private static boolean bind(long process, int first, int last) {
        try {
            for (int i = 0; i < ATTEMPTS; i++) {
                Process taskset = new ProcessBuilder("taskset", "-acp", first + "-" + last, String.valueOf(process))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (taskset.waitFor() == 0) {
                    return true;
                }
            }
            return false;
        } catch (IOException ex) {
            log.warn("The server shares its processor with the callers: {}", ex.getMessage());
            return false;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public String toString() {
        return server == 0
                ? "shared"
                : "1 for Redis and " + (count - 1)
                        + " for its callers where more threads call than there are processors, else shared";
    }
}
