package io.github.ratelimited.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every line of code in the tables of docs/migrating.md is one that the compiler has seen. */
class MigrationTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| .*\\|$");

    private static String source(String type) throws IOException {
        Path directory = Path.of("src/test/java/io/github/ratelimited/benchmarks/migration");
        return withoutSpace(Files.readString(directory.resolve(type + ".java")));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }

    private static List<String[]> rows() throws IOException {
        return ROW.matcher(Files.readString(Path.of("../docs/migrating.md")))
                .results()
                .map(row -> new String[] {row.group(1), row.group(2)})
                .toList();
    }

    @Test
    void oursCompiles() throws IOException {
        String after = source("After");
        assertThat(rows())
                .hasSizeGreaterThan(20)
                .allSatisfy(row -> assertThat(after).contains(withoutSpace(row[1])));
    }

    /** The annotation of Bucket4j's starter is in no artifact of its own, so its rows are only read. */
    @Test
    void theirsCompiles() throws IOException {
        String before = source("Before");
        assertThat(rows())
                .filteredOn(row -> !row[0].startsWith("@RateLimiting"))
                .hasSizeGreaterThan(20)
                .allSatisfy(row -> assertThat(before).contains(withoutSpace(row[0])));
    }
}
