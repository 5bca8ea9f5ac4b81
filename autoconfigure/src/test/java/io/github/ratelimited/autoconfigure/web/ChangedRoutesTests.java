package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class ChangedRoutesTests {

    private final Map<String, Object> settings = new TreeMap<>();

    @AutoClose
    private Server server;

    @BeforeEach
    void start() {
        server = Server.start(
                WebApplicationType.SERVLET,
                ServletRoutesTests.Application.class,
                "--ratelimited.routes.first.path=/first",
                "--ratelimited.limiters.first.rate=2",
                "--ratelimited.limiters.first.interval=1h");
        server.context().getEnvironment().getPropertySources().addFirst(new MapPropertySource("changing", settings));
    }

    private void change(Map<String, Object> changed) {
        settings.putAll(changed);
        server.context().publishEvent(new EnvironmentChangeEvent(server.context(), changed.keySet()));
    }

    private List<Integer> statuses(String path) {
        return IntStream.range(0, 3)
                .mapToObj(i -> server.get(path).statusCode())
                .toList();
    }

    @Test
    void changedAndNewRoutesAreInForceTogether() {
        change(Map.of(
                "ratelimited.routes.first.path", "/moved",
                "ratelimited.routes.second.path", "/second",
                "ratelimited.limiters.second.rate", "1",
                "ratelimited.limiters.second.interval", "1h"));

        assertThat(statuses("/first")).containsOnly(200);
        assertThat(statuses("/moved")).containsExactly(200, 200, 429);
        assertThat(statuses("/second")).containsExactly(200, 429, 429);
    }

    @Test
    void aMistakeInOneChangesNothing(CapturedOutput output) {
        change(Map.of(
                "ratelimited.routes.first.path", "/moved",
                "ratelimited.limiters.first.rate", "1",
                "ratelimited.clients.wrong.url", "/nowhere",
                "ratelimited.clients.wrong.limiter", "first"));

        assertThat(output).contains("ratelimited.clients.wrong: url '/nowhere' is not a pattern of a host and a path");
        assertThat(statuses("/moved")).containsOnly(200);
        assertThat(statuses("/first")).containsExactly(200, 200, 429);
    }

    @Test
    void routesCountTogetherAsInTheStoreOfTheStart(CapturedOutput output) {
        change(Map.of(
                "ratelimited.store", "rratelimiter",
                "ratelimited.routes.second.path", "/first",
                "ratelimited.routes.second.limiter", "first",
                "ratelimited.routes.second.permits", "2"));

        assertThat(output).contains("stay in force").contains("counts a request such as GET /first in");
        assertThat(statuses("/first")).containsExactly(200, 200, 429);
    }

    @Test
    void aLimiterThatNobodyKnowsChangesNothing(CapturedOutput output) {
        change(Map.of("ratelimited.routes.first.path", "/moved", "ratelimited.routes.second.path", "/second"));

        assertThat(output).contains("No rate limit named 'second'").contains("ratelimited.routes.second");
        assertThat(statuses("/first")).containsExactly(200, 200, 429);
    }
}
