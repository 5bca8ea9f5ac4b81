package io.github.ratelimited.benchmarks;

import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Measures everything and writes what came out. */
public final class Main {

    private Main() {}

    /**
     * Runs all comparisons, or only some, which are shown and not written.
     *
     * @param args the folder of the repository, then the keys of those that are wanted
     * @throws IOException when the results cannot be written
     */
    public static void main(String[] args) throws IOException {
        Report report = new Comparisons(Plan.FULL, Arrays.stream(args).skip(1).collect(Collectors.toSet())).run();
        if (args.length == 1) {
            report.write(Path.of(args[0]));
        }
        // Bucket4j's clients leave threads behind.
        System.exit(0);
    }
}
