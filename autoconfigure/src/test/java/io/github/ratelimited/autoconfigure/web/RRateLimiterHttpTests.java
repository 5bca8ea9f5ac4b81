package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What HTTP clients see of limits that Redisson's {@code RRateLimiter} counts. */
class RRateLimiterHttpTests {

    @RestController
    static class Mails {

        @GetMapping("/mail")
        @RateLimited(name = "mails", rate = 1, interval = "1h")
        public String send() {
            return "sent";
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Mails mails() {
            return new Mails();
        }
    }

    private static Server server() {
        return Server.start(
                WebApplicationType.SERVLET,
                Application.class,
                "--management.endpoints.web.exposure.include=ratelimited",
                "--ratelimited.store=rratelimiter");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void routesOfOneRequestAreAskedOneAfterTheOther(WebApplicationType type) {
        try (Server server = Server.start(
                type,
                ReactiveRoutesTests.Application.class,
                "--ratelimited.store=rratelimiter",
                "--ratelimited.routes.a.path=/both",
                "--ratelimited.limiters.a.rate=2",
                "--ratelimited.limiters.a.interval=1h",
                "--ratelimited.routes.b.path=/**",
                "--ratelimited.limiters.b.rate=1",
                "--ratelimited.limiters.b.interval=1h",
                "--ratelimited.routes.c.path=/**",
                "--ratelimited.limiters.c.rate=1",
                "--ratelimited.limiters.c.interval=1h",
                "--ratelimited.limiters.c.mode=shadow")) {
            assertThat(server.get("/both").statusCode()).isEqualTo(200);
            assertThat(server.get("/both").headers().firstValue("RateLimit")).hasValue("\"b\";r=0;t=3600");
            assertThat(server.get("/both").headers().firstValue("RateLimit")).hasValue("\"a\";r=0;t=3600");
        }
    }

    @Test
    void headersTellOfRejectionsBecauseNobodyKnowsWhatIsLeft() {
        try (Server server = server()) {
            assertThat(server.get("/mail").headers().map()).doesNotContainKeys("RateLimit", "RateLimit-Policy");
            assertThat(server.get("/mail").headers().firstValue("RateLimit")).hasValue("\"mails\";r=0;t=3600");
        }
    }

    @Test
    void aLimitThatItCannotCountIsWrongInput() {
        try (Server server = server()) {
            assertThat(server.post("/actuator/ratelimited/mails", "{\"interval\":\"PT0.0015S\"}")
                            .statusCode())
                    .isEqualTo(400);
        }
    }
}
