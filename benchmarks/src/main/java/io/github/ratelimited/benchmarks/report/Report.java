package io.github.ratelimited.benchmarks.report;

import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.json.JsonWriter;

/**
 * What is written about a run.
 *
 * @param environment what it was measured on
 * @param results what was measured
 */
public record Report(Environment environment, List<Result> results) {

    private static final String BEGIN = "<!-- written by ./benchmarks/run -->";
    private static final String END = "<!-- end of what is written -->";

    /** One line for each result, so that two runs can be compared. */
    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("environment", environment.facts());
        results.forEach(result -> all.put(result.key(), result.toJson()));
        return all.entrySet().stream()
                .map(entry ->
                        "  \"" + entry.getKey() + "\": " + JsonWriter.standard().writeToString(entry.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    /** The page with its table and facts replaced. */
    String page(String page) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (begin < BEGIN.length() || end < begin) {
            throw new IllegalArgumentException("The page has no place for results");
        }
        return page.substring(0, begin) + "\n\n" + table() + "\n" + facts() + "\n" + page.substring(end);
    }

    private String table() {
        StringBuilder table = new StringBuilder(
                "| what | who | median | lowest to highest | ours / theirs |\n" + "|---|---|---:|---:|---:|\n");
        for (Result result : results) {
            String what = "<a id=\"" + result.key() + "\"></a>" + result.title() + " (" + result.unit() + ")";
            for (Map.Entry<String, Measure> one : result.measures().entrySet()) {
                boolean first = one.getValue() == result.ours();
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s to %s | %s |%n",
                        first ? what : "",
                        one.getKey(),
                        Result.number(one.getValue().median()),
                        Result.number(one.getValue().lowest()),
                        Result.number(one.getValue().highest()),
                        first ? "" : Result.number(result.ratio(one.getKey()))));
            }
        }
        return table.toString();
    }

    private String facts() {
        return environment.facts().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .collect(Collectors.joining("; ", "", ".\n"));
    }

    /**
     * Writes the file of results, the page and its pictures.
     *
     * @param root the folder of the repository
     * @throws IOException when they cannot be written
     */
    public void write(Path root) throws IOException {
        Path file = root.resolve("benchmarks/results/latest.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, json());
        Path page = root.resolve("docs/benchmarks.md");
        Files.writeString(page, page(Files.readString(page)));
        for (Result result : results) {
            if (result.measures().size() > 2) {
                String name = "benchmark-" + result.key().replace('_', '-') + ".svg";
                Files.writeString(root.resolve("docs/images").resolve(name), Bars.of(result));
            }
        }
    }
}
