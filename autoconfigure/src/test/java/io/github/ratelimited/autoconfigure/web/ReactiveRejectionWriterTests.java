package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.web.ReactiveRejectionWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import reactor.core.publisher.Mono;

/** Where requests that filters of WebFlux reject are answered without asking all exception handlers. */
class ReactiveRejectionWriterTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({
        OwnReactorResources.class,
        Customized.class,
        ReactiveRejectionWriterTests.Api.class,
        ReactiveRejectionWriterTests.Own.class
    })
    static class Plain {}

    @Import(NamedExceptionsTests.Named.class)
    static class Answering extends Plain {}

    @Import(Unasked.class)
    static class Undecided extends Plain {}

    /** Changes nothing, but could. */
    static class Unasked implements WebFluxConfigurer {

        @Override
        public void addErrorResponseInterceptors(List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((detail, response) -> {});
        }
    }

    @RestController
    static class Api {

        @GetMapping("/method/{id}")
        @RateLimited(name = "method", rate = 1, interval = "1h")
        Mono<String> method() {
            return Mono.just("done");
        }

        @GetMapping("/method/of/{id}")
        @RateLimited(name = "address", rate = 1, interval = "1h", key = "#clientAddress + #id")
        Mono<String> address(@PathVariable String id) {
            return Mono.just("done");
        }

        @GetMapping("/method/json")
        @RateLimited(name = "json", rate = 1, interval = "1h")
        Mono<Map<String, String>> json() {
            return Mono.just(Map.of("is", "done"));
        }
    }

    @RestController
    static class Own {

        @GetMapping("/method/own")
        @RateLimited(name = "own", rate = 1, interval = "1h")
        Mono<String> method() {
            return Mono.just("done");
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.CONFLICT)
        String answer(RateLimitExceededException rejected) {
            return rejected.getDecision().limiter();
        }
    }

    private static Server fast;
    private static Server slow;

    @BeforeAll
    static void start() {
        fast = start(Plain.class);
        slow = start(Undecided.class);
        fast.get("/");
        slow.get("/");
        fast.get("/method/a");
        slow.get("/method/a");
        fast.get("/method/of/a");
        slow.get("/method/of/a");
    }

    @AfterAll
    static void close() {
        fast.close();
        slow.close();
    }

    private static Server start(Class<?> application) {
        return Server.start(
                WebApplicationType.REACTIVE,
                application,
                "--test.customized=true",
                "--ratelimited.store=local",
                "--ratelimited.limiters.all.rate=1",
                "--ratelimited.limiters.all.interval=1h",
                "--ratelimited.routes.all.condition=!#request.path.value().startsWith('/method')",
                "--ratelimited.routes.all.path=/**");
    }

    private static boolean areAnsweredAtOnce(Server server) {
        return ReactiveRejectionWriter.of(server.context()).isPresent();
    }

    @Test
    void areAnsweredAtOnceWhereTheApplicationCannotChangeTheAnswer() {
        assertThat(areAnsweredAtOnce(fast)).isTrue();
        assertThat(areAnsweredAtOnce(slow))
                .as("with an interceptor of problem details")
                .isFalse();
        try (Server answering = start(Answering.class)) {
            assertThat(areAnsweredAtOnce(answering)).isFalse();
        }
    }

    @Test
    void areLeftToAControllerThatAnswersThem() {
        assertThat(fast.get("/method/own").body()).isEqualTo("done");
        assertThat(fast.get("/method/own").statusCode()).isEqualTo(409);
    }

    @Test
    void takeNothingForAnAnswerThatTheClientDoesNotAccept() {
        assertThat(fast.get("/method/json", "Accept", "image/png").body()).isEqualTo("caught");
        assertThat(fast.get("/method/json").body()).contains("done");
        assertThat(fast.get("/method/json").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/a%20b;v=1/x",
                "/x.bat",
                "/x%2ebat",
                "/it's&more",
                "/a?b=c",
                "/method/a",
                "/method/x.bat",
                "/method/of/a"
            })
    void areAnsweredAsTheHandlersDo(String path) {
        new EqualRejections(fast, slow).of(path);
    }
}
