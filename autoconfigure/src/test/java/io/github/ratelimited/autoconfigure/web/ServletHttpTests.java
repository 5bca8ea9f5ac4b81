package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.RateLimited;
import jakarta.servlet.Filter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

class ServletHttpTests extends HttpContract {

    ServletHttpTests() {
        super(WebApplicationType.SERVLET, Application.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Calls.class, Api.class, Customized.class, Help.class})
    static class Application {

        @Bean
        RouterFunction<ServerResponse> routes(Calls calls) {
            return RouterFunctions.route()
                    .GET("/routed", request -> ServerResponse.ok().body(calls.single(key(request))))
                    .GET(
                            "/routed-later",
                            request -> ServerResponse.async(calls.eventually().thenApply(ServerResponse.ok()::body)))
                    .build();
        }

        private static String key(ServerRequest request) {
            return request.param("key").orElseThrow();
        }

        @Bean
        FilterRegistrationBean<Filter> filtered(Calls calls) {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                response.setContentType("text/html");
                response.getOutputStream().print("begun ");
                calls.single(request.getParameter("key"));
                chain.doFilter(request, response);
            });
            filter.addUrlPatterns("/filtered");
            return filter;
        }

        @Bean
        FilterRegistrationBean<Filter> joined(Calls calls) {
            FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) -> {
                calls.singleLater(request.getParameter("key")).join();
                chain.doFilter(request, response);
            });
            filter.addUrlPatterns("/joined");
            return filter;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("test.customized")
    static class Help implements WebMvcConfigurer {

        @Override
        public void addErrorResponseInterceptors(List<ErrorResponse.Interceptor> interceptors) {
            interceptors.add((ProblemDetail detail, ErrorResponse response) ->
                    detail.setProperty("help", "https://acme.example/limits"));
        }
    }

    static class Calls {

        @RateLimited(name = "single", rate = 2, interval = "1m", key = "#key")
        public String single(String key) {
            return "single";
        }

        @RateLimited(name = "single", rate = 2, interval = "1m", key = "#key")
        public CompletableFuture<String> singleLater(String key) {
            return CompletableFuture.completedFuture("single");
        }

        @RateLimited(name = "fine", rate = 3, interval = "500ms")
        @RateLimited(name = "coarse", rate = 5, interval = "1h")
        public String several() {
            return "several";
        }

        @RateLimited(name = "later", rate = 1, interval = "1h")
        public CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("later");
        }

        @RateLimited(name = "eventually", rate = 1, interval = "1h")
        public CompletableFuture<String> eventually() {
            return CompletableFuture.completedFuture("eventually");
        }

        @RateLimited(rate = 1, interval = "1h")
        public String unnamed() {
            return "unnamed";
        }
    }

    @RestController
    static class Api {

        private final Calls calls;

        Api(Calls calls) {
            this.calls = calls;
        }

        @GetMapping("/single")
        String single(@RequestParam String key) {
            return calls.single(key);
        }

        @GetMapping({"/filtered", "/joined"})
        String filtered() {
            return "filtered";
        }

        @GetMapping("/several")
        String several() {
            return calls.several() + calls.single("several");
        }

        @GetMapping("/later")
        CompletableFuture<String> later() {
            return calls.later();
        }

        @GetMapping("/unnamed")
        String unnamed() {
            return calls.unnamed();
        }

        @GetMapping("/broken")
        String broken() {
            throw new IllegalStateException("broken");
        }
    }
}
