package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alerts of the docs against what the running application tells Prometheus. */
class DashboardTests {

    private static final Path GRAFANA = Path.of("../docs/grafana");
    private static final Pattern METRIC = Pattern.compile("\\b(ratelimited_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)[=!]~?\"[^\"]*\"");
    private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");

    /** Prometheus adds it. */
    private static final String JOB = "job";

    private static final Map<String, Set<String>> SCRAPED = new TreeMap<>();

    @BeforeAll
    static void scrape() {
        try (RunningApplication application = RunningApplication.start(
                "--spring.data.redis.url=" + Redis.shared().url(),
                "--ratelimited.prefix=" + UUID.randomUUID(),
                "--ratelimited.limiters.hot.rate=50000",
                "--ratelimited.limiters.hot.interval=10s",
                "--ratelimited.limiters.hot.lease=1s")) {
            application.send("POST", "/api/chat?user=alice", "{\"maxTokens\":500,\"tokens\":100}");
            RateLimiters limiters = application.context().getBean(RateLimiters.class);
            limiters.get("rides").block(Duration.ofMinutes(1));
            limiters.get("search").forKey("acme").withPlan("gold").tryAcquire();
            RateLimiter hot = limiters.get("hot");
            Awaitility.await().untilAsserted(() -> {
                // One of these waits, unless the machine takes a second between them.
                application.get("/api/reports");
                application.get("/api/reports");
                // Few calls are not leased.
                IntStream.range(0, 100).forEach(call -> hot.tryAcquire());
                String text = application.get("/actuator/prometheus").body();
                assertThat(text)
                        .contains(
                                "ratelimited_lease_permits_total{",
                                "ratelimited_settlements_permits_sum{",
                                "ratelimited_blocks_total{",
                                "ratelimited_wait_seconds_bucket{");
                remember(text);
            });
        }
    }

    private static void remember(String text) {
        text.lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> LABEL.matcher(line)
                        .results()
                        .forEach(label -> SCRAPED.computeIfAbsent(line.split("[{ ]")[0], metric -> new TreeSet<>())
                                .add(label.group(1))));
    }

    static Stream<String> queries() throws IOException {
        JsonNode dashboard = new JsonMapper().readTree(Files.readString(GRAFANA.resolve("ratelimited.json")));
        Stream<String> shown = dashboard
                .get("panels")
                .valueStream()
                .flatMap(panel -> panel.get("targets")
                        .valueStream()
                        .map(target -> target.get("expr").asString()));
        Stream<String> offered = dashboard
                .get("templating")
                .get("list")
                .valueStream()
                .map(variable -> variable.get("query").asString())
                .filter(query -> !query.equals("prometheus"));
        Stream<String> watched = Pattern.compile("(?s)expr:(.*?)for:")
                .matcher(Files.readString(GRAFANA.resolve("alerts.yml")))
                .results()
                .map(alert -> alert.group(1).strip());
        return Stream.of(shown, offered, watched).flatMap(queries -> queries);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void nameWhatIsScraped(String query) {
        assertThat(METRIC.matcher(query).results())
                // With a histogram Prometheus has another name for those that wait.
                .filteredOn(metric -> !query.contains(" or ") || SCRAPED.containsKey(metric.group(1)))
                .isNotEmpty()
                .allSatisfy(metric -> {
                    assertThat(SCRAPED).containsKey(metric.group(1));
                    assertThat(labels(query, metric)).isSubsetOf(SCRAPED.get(metric.group(1)));
                });
    }

    /** Those that a query chooses by, sums by or offers. */
    private static Set<String> labels(String query, MatchResult metric) {
        Stream<String> chosen = metric.group(2) == null
                ? Stream.of()
                : LABEL.matcher(metric.group(2)).results().map(label -> label.group(1));
        Stream<String> summed =
                BY.matcher(query).results().flatMap(by -> Stream.of(by.group(1).split(", *")));
        Stream<String> offered =
                query.startsWith("label_values") ? Stream.of(query.replaceAll(".*, *(\\w+)\\)", "$1")) : Stream.of();
        return Stream.of(chosen, summed, offered)
                .flatMap(labels -> labels)
                .filter(label -> !label.equals(JOB))
                .collect(Collectors.toSet());
    }

    @Test
    void takeCallsOfBlockedKeysForRejectedOnes() throws IOException {
        assertThat(queries().filter(query -> query.matches("(?s).*outcome=~?\"denied.*")))
                .hasSize(2)
                .allMatch(query -> query.contains("denied|blocked"));
    }

    @Test
    void showPercentilesBlocksLeasesAndSettlements() throws IOException {
        assertThat(String.join("\n", queries().toList()))
                .contains(
                        "histogram_quantile(0.99, sum by (le, limiter) (rate(ratelimited_wait_seconds_bucket{",
                        "(increase(ratelimited_blocks_total{",
                        "(rate(ratelimited_lease_permits_total{",
                        "(rate(ratelimited_settlements_permits_sum{");
    }

    @Test
    void chooseByJobAndApplication() throws IOException {
        assertThat(queries().filter(query -> query.contains("$limiter") || query.contains("$__rate_interval")))
                .hasSizeGreaterThan(15)
                .allSatisfy(query -> assertThat(METRIC.matcher(query).results())
                        .allSatisfy(metric -> assertThat(metric.group(2))
                                .contains("job=~\"$job\"", "application=~\"$application\"")));
    }
}
