package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentationLinksTests {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]+)[^)]*\\)");

    @Test
    void relativeLinksResolve() throws IOException {
        for (Path page : pages()) {
            assertThat(linked(page))
                    .as("links of %s", page)
                    .allSatisfy(target -> assertThat(target).exists());
        }
    }

    @Test
    void readmeLinksEveryPage() throws IOException {
        assertThat(linked(ROOT.resolve("README.md"))).containsAll(documents());
    }

    private static List<Path> linked(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .filter(Predicate.not(link -> link.contains(":")))
                .map(link -> page.resolveSibling(link).normalize())
                .toList();
    }

    private static List<Path> pages() throws IOException {
        Stream<Path> atRoot = Stream.of(
                        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "sample-app/README.md", "lua/README.md")
                .map(ROOT::resolve);
        return Stream.concat(atRoot, documents().stream()).toList();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            List<Path> pages =
                    files.filter(file -> file.toString().endsWith(".md")).toList();
            assertThat(pages).isNotEmpty();
            return pages;
        }
    }
}
