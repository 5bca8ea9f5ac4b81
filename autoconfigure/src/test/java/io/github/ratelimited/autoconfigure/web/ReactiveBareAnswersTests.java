package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.codec.CharSequenceEncoder;
import org.springframework.core.codec.StringDecoder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** As {@link BareAnswersTests}, with WebFlux. */
class ReactiveBareAnswersTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Calls.class, Api.class, OwnReactorResources.class})
    static class Application implements WebFluxConfigurer {

        @Override
        public void configureHttpMessageCodecs(ServerCodecConfigurer codecs) {
            codecs.registerDefaults(false);
            codecs.customCodecs().register(CharSequenceEncoder.allMimeTypes());
            codecs.customCodecs().register(StringDecoder.allMimeTypes());
        }

        @Bean
        RouterFunction<ServerResponse> routes(Calls calls) {
            return RouterFunctions.route()
                    .GET("/body", request -> ServerResponse.ok().body(calls.call("/body"), String.class))
                    .GET("/handler", request -> calls.call("/handler").flatMap(ServerResponse.ok()::bodyValue))
                    .build();
        }

        @Bean
        WebFilter filter(Calls calls) {
            return (exchange, chain) -> exchange.getRequest().getPath().value().equals("/filter")
                    ? calls.call("/filter").then(chain.filter(exchange))
                    : chain.filter(exchange);
        }
    }

    static class Calls {

        @RateLimited(name = "calls", rate = 1, interval = "1h", key = "#path")
        public Mono<String> call(String path) {
            return Mono.just(path);
        }
    }

    @RestController
    static class Api {

        @GetMapping("/filter")
        String filtered() {
            return "filtered";
        }

        @GetMapping("/mono")
        @RateLimited(name = "mono", rate = 1, interval = "1h")
        public Mono<String> mono() {
            return Mono.just("mono");
        }

        @GetMapping("/flux")
        @RateLimited(name = "flux", rate = 1, interval = "1h")
        public Flux<String> flux() {
            return Flux.just("flux");
        }

        @GetMapping("/keyless")
        @RateLimited(name = "keyless", rate = 1, interval = "1h", key = "#id")
        public Mono<String> keyless(@RequestHeader(required = false) @Nullable String id) {
            return Mono.just("keyless");
        }

        @GetMapping("/permitless")
        @RateLimited(name = "permitless", rate = 1, interval = "1h", permits = "#count")
        public Mono<String> permitless(@RequestHeader(required = false) @Nullable Integer count) {
            return Mono.just("permitless");
        }

        @GetMapping("/impossible")
        @RateLimited(name = "impossible", rate = 1, interval = "1h", permits = "#count")
        public Mono<String> impossible(@RequestParam(defaultValue = "5") int count) {
            return Mono.just("impossible");
        }

        @GetMapping("/bad")
        ResponseEntity<Mono<String>> bad() {
            return ResponseEntity.badRequest().body(Mono.error(new IllegalStateException("broken")));
        }

        @GetMapping("/broken")
        ResponseEntity<Mono<String>> broken() {
            return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                    .header(HttpHeaders.RETRY_AFTER, "1")
                    .body(Mono.error(new UnsupportedOperationException("broken")));
        }
    }

    @AutoClose
    private static final Server server = Server.start(WebApplicationType.REACTIVE, Application.class);

    @ParameterizedTest
    @ValueSource(strings = {"/mono", "/flux", "/body", "/handler", "/filter"})
    void haveTheStatusWhereNothingWritesJson(String path) {
        assertThat(server.get(path).statusCode()).isEqualTo(200);
        HttpResponse<String> rejected = server.get(path);
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().map()).containsKeys("retry-after", "ratelimit");
        assertThat(rejected.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/keyless, 400", "/permitless, 400", "/impossible, 422"})
    void haveTheStatusOfInputThatNothingTellsInJson(String path, int status) {
        HttpResponse<String> rejected = server.get(path);
        assertThat(rejected.statusCode()).isEqualTo(status);
        assertThat(rejected.body()).isEmpty();
    }

    @Test
    void hideNoOtherFailure() {
        assertThat(server.get("/bad").statusCode()).isEqualTo(500);
        assertThat(server.get("/broken").statusCode()).isEqualTo(500);
    }
}
