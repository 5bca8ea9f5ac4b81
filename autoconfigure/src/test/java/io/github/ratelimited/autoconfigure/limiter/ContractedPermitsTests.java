package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.client.RateLimitedClientsAutoConfiguration;
import io.github.ratelimited.autoconfigure.web.RateLimitedRoutesAutoConfiguration;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Fixed permits above the limiter's own limit, which a contract of a key may grant. */
class ContractedPermitsTests {

    private static final LimitSource CONTRACTS = (limiter, key) -> RateLimit.of(50, Duration.ofHours(1));

    private final WebApplicationContextRunner context = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RateLimitedAutoConfiguration.class,
                    RateLimitedRoutesAutoConfiguration.class,
                    RateLimitedClientsAutoConfiguration.class,
                    RestClientAutoConfiguration.class))
            .withBean(LimitSource.class, () -> CONTRACTS)
            .withPropertyValues(
                    "ratelimited.store=local",
                    "ratelimited.limiters.api.rate=5",
                    "ratelimited.limiters.api.interval=1h",
                    "ratelimited.limiters.api.limit-source=true");

    private final WebApplicationContextRunner withoutSource =
            context.withPropertyValues("ratelimited.limiters.api.limit-source=false");

    static class Export {

        @RateLimited(name = "api", key = "#tenant", permits = "10")
        public void export(String tenant) {}
    }

    static class Twice {

        @RateLimited(name = "api", key = "#tenant", permits = "3")
        @RateLimited(name = "api", key = "#tenant", permits = "3")
        public void export(String tenant) {}
    }

    static class WithoutKey {

        @RateLimited(name = "api", permits = "10")
        public void export() {}
    }

    private static WebApplicationContextRunner with(WebApplicationContextRunner runner, String map, String... entries) {
        return runner.withPropertyValues(Arrays.stream(entries)
                .map(entry -> "ratelimited." + map + "." + entry)
                .toArray(String[]::new));
    }

    private static WebApplicationContextRunner rules(WebApplicationContextRunner runner, String map, String where) {
        return with(runner, map, "a.limiter=api", "a." + where, "a.key=#headers['x-tenant']", "a.permits=10");
    }

    private static WebApplicationContextRunner sums(WebApplicationContextRunner runner, String map, String where) {
        String key = ".key=#headers['x-tenant']";
        return with(
                runner,
                map,
                "a.limiter=api",
                "a." + where,
                "a" + key,
                "a.permits=3",
                "b.limiter=api",
                "b." + where,
                "b" + key,
                "b.permits=3");
    }

    private static void starts(WebApplicationContextRunner runner) {
        runner.run(started -> assertThat(started).hasNotFailed());
    }

    private static void fails(WebApplicationContextRunner runner, String message) {
        runner.run(started -> assertThat(started).getFailure().hasStackTraceContaining(message));
    }

    @Test
    void ofMethods() {
        context.withBean(Export.class).run(started -> {
            assertThat(started).hasNotFailed();
            started.getBean(Export.class).export("acme");
        });
        starts(context.withBean(Twice.class));
        fails(withoutSource.withBean(Export.class), "permits must be at most 5, but are 10");
        fails(withoutSource.withBean(Twice.class), "which takes 6 permits of each call, but grants at most 5");
    }

    @Test
    void ofCallsWithoutAKeyWhichHaveNoContract() {
        fails(context.withBean(WithoutKey.class), "permits must be at most 5, but are 10");
    }

    @Test
    void ofRoutes() {
        starts(rules(context, "routes", "path=/a"));
        starts(sums(context, "routes", "path=/a"));
        fails(rules(withoutSource, "routes", "path=/a"), "permits must be at most 5, but are 10");
        fails(sums(withoutSource, "routes", "path=/a"), "takes 6 permits of it, but grants at most 5");
    }

    @Test
    void ofRequestsToOthers() {
        starts(rules(context, "clients", "url=a.example"));
        starts(sums(context, "clients", "url=a.example"));
        fails(rules(withoutSource, "clients", "url=a.example"), "permits must be at most 5, but are 10");
        fails(sums(withoutSource, "clients", "url=a.example"), "takes 6 permits of it, but grants at most 5");
    }
}
