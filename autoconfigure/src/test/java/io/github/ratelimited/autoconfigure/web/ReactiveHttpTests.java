package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.RateLimited;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

class ReactiveHttpTests extends HttpContract {

    ReactiveHttpTests() {
        super(WebApplicationType.REACTIVE, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Calls.class, Api.class, Customized.class, Help.class, OwnReactorResources.class})
    static class Application {

        @Bean
        RouterFunction<ServerResponse> routes(Calls calls) {
            return RouterFunctions.route()
                    .GET("/routed", request -> ServerResponse.ok().body(calls.single(key(request)), String.class))
                    .GET("/routed-later", request -> calls.eventually().flatMap(ServerResponse.ok()::bodyValue))
                    .build();
        }

        private static String key(ServerRequest request) {
            return request.queryParam("key").orElseThrow();
        }

        @Bean
        WebFilter filtered(Calls calls) {
            return (exchange, chain) -> {
                ServerHttpRequest request = exchange.getRequest();
                return request.getPath().value().equals("/filtered")
                        ? calls.single(request.getQueryParams().getFirst("key")).then(chain.filter(exchange))
                        : chain.filter(exchange);
            };
        }

        @Bean
        WebFilter joined(Calls calls) {
            return (exchange, chain) -> {
                ServerHttpRequest request = exchange.getRequest();
                return request.getPath().value().equals("/joined")
                        ? calls.single(request.getQueryParams().getFirst("key"))
                                .onErrorMap(CompletionException::new)
                                .then(chain.filter(exchange))
                        : chain.filter(exchange);
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("test.customized")
    static class Help implements WebFluxConfigurer {

        @Override
        public void addErrorResponseInterceptors(List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((ProblemDetail detail, ErrorResponse response) ->
                    detail.setProperty("help", "https://acme.example/limits"));
        }
    }

    static class Calls {

        @RateLimited(name = "single", rate = 2, interval = "1m", key = "#key")
        public Mono<String> single(String key) {
            return Mono.just("single");
        }

        @RateLimited(name = "fine", rate = 3, interval = "500ms")
        @RateLimited(name = "coarse", rate = 5, interval = "1h")
        public Mono<String> several() {
            return Mono.just("several");
        }

        @RateLimited(name = "later", rate = 1, interval = "1h")
        public Mono<String> later() {
            return Mono.just("later");
        }

        @RateLimited(name = "eventually", rate = 1, interval = "1h")
        public Mono<String> eventually() {
            return Mono.just("eventually");
        }

        @RateLimited(rate = 1, interval = "1h")
        public Mono<String> unnamed() {
            return Mono.just("unnamed");
        }
    }

    @RestController
    static class Api {

        private final Calls calls;

        Api(Calls calls) {
            this.calls = calls;
        }

        @GetMapping("/single")
        Mono<String> single(@RequestParam String key) {
            return calls.single(key);
        }

        @GetMapping({"/filtered", "/joined"})
        Mono<String> filtered() {
            return Mono.just("filtered");
        }

        @GetMapping("/several")
        Mono<String> several() {
            return calls.several().zipWith(calls.single("several"), String::concat);
        }

        @GetMapping("/later")
        Mono<String> later() {
            return calls.later();
        }

        @GetMapping("/unnamed")
        Mono<String> unnamed() {
            return calls.unnamed();
        }

        @GetMapping("/broken")
        Mono<String> broken() {
            throw new IllegalStateException("broken");
        }
    }
}
