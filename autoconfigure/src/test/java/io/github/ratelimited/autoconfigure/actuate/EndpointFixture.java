package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.web.Server;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint of an application that someone operates, as with curl. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EndpointFixture {

    static final String ENDPOINT = "/actuator/ratelimited";

    Server server;
    RateLimiters limiters;
    OperatedApplication.Heard heard;

    @BeforeAll
    void start() {
        server = Server.start(
                WebApplicationType.SERVLET,
                OperatedApplication.class,
                "--management.endpoints.web.exposure.include=ratelimited",
                "--management.endpoints.jmx.exposure.include=ratelimited",
                "--spring.jmx.enabled=true",
                "--spring.web.error.include-message=always",
                "--ratelimited.endpoint.denied-keys=10",
                "--ratelimited.defaults.rate=7",
                "--ratelimited.defaults.interval=1m",
                "--ratelimited.limiters.configured.rate=9",
                "--ratelimited.limiters.configured.mode=shadow");
        limiters = server.context().getBean(RateLimiters.class);
        heard = server.context().getBean(OperatedApplication.Heard.class);
    }

    @BeforeEach
    void startAnew() {
        limiters.get("annotated").clearRate();
        limiters.get("annotated").reset();
        limiters.get("annotated").forKey("alice").reset();
        heard.events().clear();
    }

    @AfterAll
    void close() {
        server.close();
    }

    static Map<String, Object> json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonMapper().readValue(answer.body(), new TypeReference<>() {});
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> listed(String name) {
        return ((List<Map<String, Object>>) json(server.get(ENDPOINT)).get("limiters"))
                .stream()
                        .filter(limiter -> limiter.get("name").equals(name))
                        .findFirst()
                        .orElseThrow();
    }
}
