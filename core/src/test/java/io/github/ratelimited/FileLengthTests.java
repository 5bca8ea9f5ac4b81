package io.github.ratelimited;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file that is longer holds more than one thing. */
@Tag("once")
class FileLengthTests {

    private static final int MOST_LINES = 250;

    private static final Pattern CODE = Pattern.compile(".*/(src/.*\\.(java|kt)|lua/.*\\.lua)");

    @Test
    void noFileOfCodeIsLong() throws IOException {
        List<Path> code;
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            code = files.filter(file -> CODE.matcher(file.toString()).matches()).toList();
        }
        List<String> longOnes = new ArrayList<>();
        for (Path file : code) {
            int lines = Files.readAllLines(file).size();
            if (lines > MOST_LINES) {
                longOnes.add(file + " has " + lines + " lines");
            }
        }
        assertThat(longOnes).isEmpty();
        assertThat(code).hasSizeGreaterThan(500);
    }
}
