package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where readers can check what the pages claim. */
class ClaimsTests {

    private static final Path README = Path.of("../README.md");
    private static final Pattern REFERENCE = Pattern.compile("]\\[([^]]+)]");
    private static final Pattern MEASURED = Pattern.compile("\\d ?(µs|ns|MB)\\b|\\d\\.\\d ?%");
    private static final String SOURCE_OR_ROW_OR_OTHERS =
            "]\\((\\.\\./[^)]*/src/[^)]*|benchmarks\\.md#[^)]*|https:[^)]*)\\)";

    private static String between(String begin, String end) throws IOException {
        String page = Files.readString(README);
        int from = page.indexOf(begin);
        assertThat(from).isPositive();
        return page.substring(from, page.indexOf(end, from));
    }

    @Test
    void eachCellAboutALibraryHasALink() throws IOException {
        List<String> rows = between("| | Ratelimited |", "\n\n").lines().skip(2).toList();
        assertThat(rows).hasSizeGreaterThan(10).allSatisfy(row -> {
            List<String> cells = List.of(row.split(" *\\| *"));
            assertThat(cells).hasSize(7);
            assertThat(cells.subList(2, 7)).allSatisfy(cell -> assertThat(cell).containsPattern("]\\(|]\\["));
        });
    }

    @Test
    void eachReferenceOfTheReadmeIsDefined() throws IOException {
        String page = Files.readString(README);
        assertThat(REFERENCE.matcher(page).results().map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains("\n[" + name + "]: https://"));
    }

    @Test
    void eachPromiseOfTheReadmeHasALink() throws IOException {
        List<String> promises = Stream.of(
                        between("## What you can count on", "\n## ").split("\n(?=\\d\\. )"))
                .skip(1)
                .toList();
        assertThat(promises)
                .hasSize(7)
                .allSatisfy(promise -> assertThat(promise).containsPattern("]\\([^)]*Tests\\.java\\)"));
    }

    static List<Path> pages() throws IOException {
        return PagesTests.pages().stream()
                .filter(page -> !page.endsWith("benchmarks.md"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachSectionWithMeasuredFiguresHasALink(Path page) throws IOException {
        String prose = Files.readString(page).replaceAll("(?s)```.*?```", "");
        assertThat(prose.split("(?m)^(?=## )"))
                .filteredOn(section -> MEASURED.matcher(section).find())
                .allSatisfy(section -> assertThat(section)
                        .as("where %s come from", figures(section))
                        .containsPattern(SOURCE_OR_ROW_OR_OTHERS));
    }

    /** A new run would make them wrong. */
    @Test
    void noSentenceAboutTheBenchmarksRepeatsAFigureOfTheTable() throws IOException {
        String prose =
                Files.readString(Path.of("../docs/benchmarks.md")).replaceAll("(?s)<!-- written.*<!-- end[^>]*>", "");
        assertThat(prose).doesNotContainPattern("\\d,\\d{3}|\\d\\.\\d{2}");
    }

    private static List<String> figures(String section) {
        return MEASURED.matcher(section).results().map(MatchResult::group).toList();
    }
}
