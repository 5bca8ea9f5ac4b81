package io.github.ratelimited.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.benchmarks.measure.Plan;
import io.github.ratelimited.benchmarks.measure.Result;
import io.github.ratelimited.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run so short that its figures mean nothing: it shows that everything can still be measured. */
@Tag("long")
class ComparisonsTests {

    @Test
    void measureEverythingAndWriteItDown(@TempDir Path root) throws IOException {
        Path page = Files.createDirectories(root.resolve("docs/images")).resolveSibling("benchmarks.md");
        Files.writeString(page, Files.readString(Path.of("../docs/benchmarks.md")));

        Report report = new Comparisons(Plan.SMOKE).run();
        report.write(root);

        assertThat(report.results()).extracting(Result::key).containsExactlyInAnyOrderElementsOf(Comparisons.KEYS);
        assertThat(report.results()).allSatisfy(result -> {
            assertThat(result.ours().median()).as(result.key()).isNotNaN();
            assertThat(result.ratio(result.peer())).as(result.key()).isFinite();
        });
        String json = Files.readString(root.resolve("benchmarks/results/latest.json"));
        assertThat(Comparisons.KEYS).allSatisfy(key -> assertThat(json).contains("\"" + key + "\": {\"ours\":"));
        assertThat(page).content().contains("| <a id=\"hot_key_64_threads\"></a>One hot key (calls/s) | Ratelimited |");
        assertThat(page).content().containsPattern("; Redis: (Redis|Valkey) \\S+ [^,]+, (libc|jemalloc-\\S+);");
        assertThat(root.resolve("docs/images/benchmark-hot-key-64-threads.svg"))
                .content()
                .contains("Redisson RRateLimiter");
    }
}
