package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.web.Server;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The path alone names the limiter, although Spring Boot puts query parameters and fields of the body before it. */
class EndpointPathTests {

    private static final String LOGIN = "/actuator/ratelimited/login";
    private static final RateLimit SET = RateLimit.of(3, Duration.ofHours(1));

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void namesTheLimiterAlone(WebApplicationType type) {
        try (Server server = Server.start(
                type,
                Application.class,
                "--management.endpoints.web.exposure.include=ratelimited",
                "--ratelimited.store=local",
                "--ratelimited.limiters.login.rate=2",
                "--ratelimited.limiters.login.interval=1h",
                "--ratelimited.limiters.other.rate=2",
                "--ratelimited.limiters.other.interval=1h")) {
            RateLimiter other = server.context().getBean(RateLimiters.class).get("other");
            other.setRate(SET);
            other.tryAcquire();
            other.forKey("alice").block(Duration.ofHours(1));

            Stream.<Function<String, HttpResponse<String>>>of(
                            query -> server.get(LOGIN + query),
                            query -> server.post(LOGIN + query, "{\"rate\":7}"),
                            query -> server.delete(LOGIN + query),
                            query -> server.delete(LOGIN + query + "&state=true"),
                            query -> server.post(LOGIN + "/block" + query, "{\"duration\":\"1h\"}"),
                            query -> server.delete(LOGIN + "/block" + query + "&key=alice"))
                    .flatMap(request -> Stream.of("name=other", "path=other", "path=other&path=block", "what=block")
                            .map(parameter -> request.apply("?" + parameter)))
                    .forEach(answer -> assertThat(answer.statusCode())
                            .as("%s %s", answer.request().method(), answer.uri())
                            .isEqualTo(400));
            Stream.of("\"name\":\"other\"", "\"path\":\"other\"", "\"path\":[\"other\"]")
                    .flatMap(field -> Stream.of(
                            server.post(LOGIN, "{\"rate\":7," + field + "}"),
                            server.post(LOGIN + "/block", "{\"duration\":\"1h\"," + field + "}")))
                    .forEach(answer -> assertThat(answer.statusCode()).isEqualTo(400));

            assertThat(other.limit()).isEqualTo(SET);
            assertThat(other.availablePermits()).isEqualTo(2);
            assertThat(other.blockedFor()).isZero();
            assertThat(other.forKey("alice").blockedFor()).isPositive();
        }
    }
}
