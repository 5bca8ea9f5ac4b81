package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

/** Requests that count by a plan of a route, and what clients are told of it. */
class PlansOfRoutesTests {

    @AutoClose
    private Server server;

    private void start(WebApplicationType type) {
        server = Server.start(
                type,
                type == WebApplicationType.SERVLET
                        ? ServletRoutesTests.Application.class
                        : ReactiveRoutesTests.Application.class,
                "--ratelimited.routes.search.path=/search",
                "--ratelimited.routes.search.key=#headers['x-tenant']",
                "--ratelimited.routes.search.plan=#headers['x-plan']",
                "--ratelimited.limiters.search.rate=1",
                "--ratelimited.limiters.search.interval=1h",
                "--ratelimited.limiters.search.plans.pro.rate=3");
    }

    private HttpResponse<String> get(String tenant, String plan) {
        return server.get("/search", "X-Tenant", tenant, "X-Plan", plan);
    }

    private List<Integer> statuses(String tenant, String plan, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(i -> get(tenant, plan).statusCode())
                .toList();
    }

    private static String policy(HttpResponse<String> response) {
        return response.headers().firstValue("RateLimit-Policy").orElse("");
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void countUnderTheLimitOfTheirPlanWhichFieldsAndProblemsTell(WebApplicationType type) {
        start(type);
        assertThat(statuses("acme", "Pro", 3)).containsOnly(200);
        HttpResponse<String> rejected = get("acme", "pro");
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(policy(rejected)).contains("q=3").contains("w=3600");
        assertThat(rejected.body()).contains("The limit 'search' of 3 in 3600 s is used up.");
        assertThat(statuses("globex", "gold", 2)).containsExactly(200, 429);
        assertThat(policy(get("globex", "gold"))).contains("q=1");

        // An upgrade keeps what was used, and so does an operator's gift.
        assertThat(statuses("globex", "pro", 3)).containsExactly(200, 200, 429);
        server.context()
                .getBean(RateLimiters.class)
                .get("search")
                .forKey("globex")
                .setRate(RateLimit.of(4, Duration.ofHours(1)));
        assertThat(statuses("globex", "pro", 2)).containsExactly(200, 429);
        assertThat(policy(get("globex", "gold"))).contains("q=4");
    }

    @ParameterizedTest
    @EnumSource(
            value = WebApplicationType.class,
            names = {"SERVLET", "REACTIVE"})
    void countUnderAChangedPlanAfterTheEnvironmentHasChanged(WebApplicationType type) {
        start(type);
        assertThat(statuses("acme", "pro", 4)).containsExactly(200, 200, 200, 429);
        Map<String, Object> changed = Map.of(
                "ratelimited.limiters.search.plans.pro.rate", "5", "ratelimited.limiters.search.plans.gold.rate", "2");
        server.context().getEnvironment().getPropertySources().addFirst(new MapPropertySource("changed", changed));
        server.context().publishEvent(new EnvironmentChangeEvent(server.context(), changed.keySet()));

        assertThat(statuses("acme", "pro", 3)).containsExactly(200, 200, 429);
        assertThat(statuses("globex", "gold", 3)).containsExactly(200, 200, 429);
    }
}
