package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.PathMatchConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Routes match paths as the controllers of the application do. */
class ReactivePathsTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, AnyCase.class, OwnReactorResources.class})
    static class Application {}

    @RestController
    static class Api {

        @GetMapping("/api")
        String answer() {
            return "done";
        }
    }

    static class AnyCase implements WebFluxConfigurer {

        @Override
        public void configurePathMatching(PathMatchConfigurer paths) {
            paths.setUseCaseSensitiveMatch(false);
        }
    }

    @Test
    void anySpellingThatAControllerAnswersCounts() {
        try (Server server = Server.start(
                WebApplicationType.REACTIVE,
                Application.class,
                "--ratelimited.store=local",
                "--ratelimited.routes.api.path=/api",
                "--ratelimited.limiters.api.rate=1",
                "--ratelimited.limiters.api.interval=1h")) {
            assertThat(server.get("/API").statusCode()).isEqualTo(200);
            assertThat(server.get("/Api").statusCode()).isEqualTo(429);
            assertThat(server.get("/api").statusCode()).isEqualTo(429);
        }
    }
}
