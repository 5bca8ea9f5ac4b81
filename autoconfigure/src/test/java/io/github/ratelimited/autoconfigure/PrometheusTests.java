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
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What a Prometheus registry exports after a run against Redis. */
@ExtendWith(RedisExtension.class)
class PrometheusTests {

    private final ApplicationContextRunner runner;

    PrometheusTests(Redis redis) {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        DataRedisAutoConfiguration.class,
                        RateLimitedMetricsAutoConfiguration.class))
                .withBean(PrometheusMeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.prefix=prometheus-" + UUID.randomUUID());
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

    private static Set<String> names(String scraped) {
        return scraped.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toCollection(TreeSet::new));
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
                                    "rateLimitedBlockHistory",
                                    "rateLimitedBlockEvents");
                });
    }
}
