package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedMetricsAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.observe.LimiterObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queries in docs against what a Prometheus registry exports after a run against Redis. */
@ExtendWith(RedisExtension.class)
class DashboardTests {

    private static final Path GRAFANA = Path.of("../docs/grafana");
    private static final Pattern METRIC = Pattern.compile("\\b(ratelimited_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)[=!]~?\"([^\"]*)\"");

    private final ApplicationContextRunner runner;

    DashboardTests(Redis redis) {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        DataRedisAutoConfiguration.class,
                        RateLimitedMetricsAutoConfiguration.class))
                .withBean(PrometheusMeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=5s",
                        "ratelimited.prefix=dashboard-" + UUID.randomUUID());
    }

    private String scraped() {
        StringBuilder scraped = new StringBuilder();
        runner.run(context -> {
            RateLimiters limiters = context.getBean(RateLimiters.class);
            RateLimiter login = limiters.declare("login", RateLimit.of(1, Duration.ofSeconds(3)));
            login.acquire();
            login.acquire();
            login.tryAcquire();
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            // The timer of the store is told on Redisson's thread, right after the caller.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(registry.scrape())
                            .containsPattern(
                                    "ratelimited_store_seconds_count\\{outcome=\"granted\",store=\"redis\"} [2-9]"));
            scraped.append(registry.scrape());
        });
        return scraped.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ratelimited.json", "alerts.yml"})
    void queriesNameWhatIsScraped(String file) throws IOException {
        String scraped = scraped();
        String text = file.endsWith(".json") ? queries(file) : Files.readString(GRAFANA.resolve(file));

        assertThat(METRIC.matcher(text).results().toList())
                .hasSizeGreaterThan(4)
                .allSatisfy(metric -> {
                    assertThat(names(scraped)).as("metrics").contains(metric.group(1));
                    String labels = metric.group(2) == null ? "" : metric.group(2);
                    LABEL.matcher(labels)
                            .results()
                            .forEach(label -> assertThat(labels(scraped, metric.group(1)))
                                    .as("labels of %s", metric.group(1))
                                    .contains(label.group(1)));
                });
        Pattern.compile("by \\(([^)]*)\\)")
                .matcher(text)
                .results()
                .forEach(by -> assertThat(by.group(1).split(", *"))
                        .allSatisfy(label -> assertThat(Set.of("limiter", "plan", "outcome", "basis", "store", "job"))
                                .contains(label)));
    }

    private static String queries(String file) throws IOException {
        JsonNode dashboard = new JsonMapper().readTree(Files.readString(GRAFANA.resolve(file)));
        StringBuilder queries = new StringBuilder();
        dashboard.get("panels").forEach(panel -> {
            assertThat(panel.get("title").asString()).isNotBlank();
            panel.get("targets")
                    .forEach(target ->
                            queries.append(target.get("expr").asString()).append('\n'));
        });
        dashboard
                .get("templating")
                .get("list")
                .forEach(variable ->
                        queries.append(variable.get("query").asString()).append('\n'));
        return queries.toString();
    }

    private static Set<String> names(String scraped) {
        return scraped.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> labels(String scraped, String metric) {
        Set<String> labels = new TreeSet<>();
        scraped.lines()
                .filter(line -> line.startsWith(metric + "{"))
                .forEach(line -> LABEL.matcher(line).results().forEach(label -> labels.add(label.group(1))));
        return labels;
    }

    @Test
    void exportsTheNamesThatDocsPromise() {
        assertThat(names(scraped()))
                .contains(
                        "ratelimited_decisions_total",
                        "ratelimited_wait_seconds_count",
                        "ratelimited_store_seconds_count",
                        "ratelimited_batch_size_count",
                        "ratelimited_circuit");
    }

    @Test
    void startsWithoutMicrometer() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class, RateLimitedMetricsAutoConfiguration.class))
                .withPropertyValues("ratelimited.store=local")
                .withClassLoader(new FilteredClassLoader("io.micrometer.core", "io.micrometer.observation"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeansOfType(LimiterObserver.class))
                            .containsOnlyKeys(
                                    "rateLimitedDecisionCounts",
                                    "rateLimitedLeaseCounts",
                                    "rateLimitedRecentBlocks",
                                    "rateLimitedBlockEvents");
                });
    }
}
