package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page that leads through the code names what is there. */
@Tag("once")
class ArchitecturePageTests {

    private static final Path PAGE = Path.of("../docs/architecture.md");

    private static List<String> named() throws IOException {
        return Pattern.compile("`([A-Z][a-z]\\w+|\\w+\\.lua)`")
                .matcher(Files.readString(PAGE))
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    private static Set<String> files() throws IOException {
        try (Stream<Path> core = Files.walk(Path.of("src/main/java"));
                Stream<Path> starter = Files.walk(Path.of("../autoconfigure/src/main/java"));
                Stream<Path> lua = Files.walk(Path.of("../lua"))) {
            return Stream.of(core, starter, lua)
                    .flatMap(files -> files)
                    .map(file -> file.getFileName().toString().replaceFirst("\\.java$", ""))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void namesFilesThatExist() throws IOException {
        assertThat(named()).hasSizeGreaterThan(40);
        assertThat(files()).containsAll(named());
    }

    @Test
    void fitsOnAPage() throws IOException {
        assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(120);
    }
}
