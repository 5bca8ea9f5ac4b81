package io.github.ratelimited.benchmarks;

import java.io.IOException;
import java.nio.file.Path;

/** Measures everything and writes what came out. */
public final class Main {

    private Main() {}

    /**
     * Runs all comparisons.
     *
     * @param args the folder of the repository
     * @throws IOException when the results cannot be written
     */
    public static void main(String[] args) throws IOException {
        new Comparisons(Plan.FULL).run().write(Path.of(args[0]));
        // Bucket4j's clients leave threads behind.
        System.exit(0);
    }
}
