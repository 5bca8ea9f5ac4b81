package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Calls that were granted within the process, and whose answer WebFlux then cannot prepare. */
class UnpreparedAnswerTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {}

    @RestController
    static class Api {

        @GetMapping("/answer")
        @RateLimited(name = "answers", rate = 5, interval = "1h")
        public Mono<Map<String, Integer>> answer() {
            return Mono.just(Map.of("answer", 42));
        }

        @GetMapping(path = "/style", produces = "text/css")
        @RateLimited("answers")
        public Mono<Map<String, Integer>> style() {
            return answer();
        }
    }

    @Test
    void takeNothing() {
        try (Server server =
                Server.start(WebApplicationType.REACTIVE, Application.class, "--ratelimited.store=local")) {
            assertThat(server.get("/answer").statusCode()).isEqualTo(200);
            assertThat(server.get("/style").statusCode()).isEqualTo(500);
            RateLimiters limiters = server.context().getBean(RateLimiters.class);
            // It goes back while the client gets its answer.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(limiters.get("answers").availablePermits())
                            .isEqualTo(4));
        }
    }
}
