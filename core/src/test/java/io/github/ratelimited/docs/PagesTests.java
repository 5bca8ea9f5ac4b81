package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What readers can rely on in each page. */
class PagesTests {

    private static final Path DOCS = Path.of("../docs");

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void saysInTwoLinesWhomItIsFor(Path page) throws IOException {
        List<String> lines = Files.readAllLines(page);
        assertThat(lines.get(0)).startsWith("# ");
        assertThat(lines.get(1)).isEmpty();
        assertThat(lines.get(2)).startsWith("For ");
        assertThat(lines.subList(3, 5)).as("the end of the first paragraph").contains("");
    }

    @Test
    void linksToHeadingsThatExist() throws IOException {
        Pattern link = Pattern.compile("]\\(([^)\\s#:]*)#([^)\\s]+)\\)");
        List<Path> all = new ArrayList<>(pages());
        Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
                .map(name -> DOCS.resolveSibling(name))
                .forEach(all::add);
        for (Path page : all) {
            assertThat(link.matcher(Files.readString(page)).results())
                    .as("links of %s", page)
                    .allSatisfy(found -> assertThat(
                                    anchors(found.group(1).isEmpty() ? page : page.resolveSibling(found.group(1))))
                            .contains(found.group(2)));
        }
    }

    /** As GitHub names them. */
    private static Set<String> anchors(Path page) throws IOException {
        return Pattern.compile("(?m)^#+ (.*)$|<a id=\"(\\S+)\"")
                .matcher(Files.readString(page))
                .results()
                .map(found -> found.group(2) != null
                        ? found.group(2)
                        : found.group(1)
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9_ -]", "")
                                .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void theIndexListsEachPage() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));
        assertThat(pages())
                .extracting(page -> page.getFileName().toString())
                .filteredOn(name -> !name.equals("README.md"))
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(index).contains("](" + name + ") |"));
    }

    @Test
    void theReadmeFitsInTwoHundredAndFiftyLines() throws IOException {
        assertThat(Files.readAllLines(Path.of("../README.md"))).hasSizeLessThan(250);
    }

    @Test
    void theBenchmarksHaveAtMostNineHundredWordsBesideTheirTables() throws IOException {
        String prose = Files.readString(DOCS.resolve("benchmarks.md"))
                .replaceAll("(?s)<!-- written.*<!-- end[^>]*>", "")
                .replaceAll("(?m)^\\|.*$", "");
        assertThat(prose.split("\\s+")).hasSizeLessThanOrEqualTo(900);
    }
}
