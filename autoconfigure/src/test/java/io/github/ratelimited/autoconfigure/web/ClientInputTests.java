package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.ratelimited.RateLimited;
import java.net.http.HttpResponse;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** What clients leave out or ask too much of, with both kinds of web server. */
class ClientInputTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Service.class, Api.class, Servlet.class, Reactive.class})
    static class Application {}

    static class Service {

        @RateLimited(name = "service", rate = 5, interval = "1h", key = "#key")
        public String keyed(String key) {
            return key;
        }

        @RateLimited(name = "messages", rate = 5, interval = "1h", permits = "#count")
        public String send(long count) {
            return "sent";
        }

        @RateLimited(rate = 5, interval = "1h", permits = "#count")
        public String unnamed(long count) {
            return "sent";
        }
    }

    @RestController
    static class Api {

        private final Service service;

        Api(Service service) {
            this.service = service;
        }

        @GetMapping("/header")
        @RateLimited(name = "tenants", rate = 5, interval = "1h", key = "{'eu', #tenant}")
        public String header(@RequestHeader(name = "X-Tenant", required = false) String tenant) {
            return "hello";
        }

        @GetMapping("/lower")
        @RateLimited(
                name = "lower",
                rate = 5,
                interval = "1h",
                key = "#tenant.toLowerCase()",
                condition = "#tenant.length() > 1")
        public String lower(@RequestHeader(name = "X-Tenant", required = false) String tenant) {
            return "hello";
        }

        @GetMapping("/service")
        String service(@RequestHeader(name = "X-Tenant", required = false) String tenant) {
            return service.keyed(tenant);
        }

        @GetMapping("/send")
        String send(@RequestParam long count) {
            return service.send(count);
        }

        @GetMapping("/unnamed")
        String unnamed(@RequestParam long count) {
            return service.unnamed(count);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    static class Servlet {

        static class Handler {

            @RateLimited(name = "routed", rate = 5, interval = "1h", key = "#request.headers().firstHeader('X-Tenant')")
            public org.springframework.web.servlet.function.ServerResponse handle(
                    org.springframework.web.servlet.function.ServerRequest request) {
                return org.springframework.web.servlet.function.ServerResponse.ok()
                        .build();
            }
        }

        @Bean
        Handler handler() {
            return new Handler();
        }

        @Bean
        org.springframework.web.servlet.function.RouterFunction<?> routes(Handler handler) {
            return org.springframework.web.servlet.function.RouterFunctions.route()
                    .GET("/routed", handler::handle)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static class Reactive {

        static class Handler {

            @RateLimited(name = "routed", rate = 5, interval = "1h", key = "#request.headers().firstHeader('X-Tenant')")
            public Mono<ServerResponse> handle(ServerRequest request) {
                return ServerResponse.ok().build();
            }
        }

        @Bean
        Handler handler() {
            return new Handler();
        }

        @Bean
        RouterFunction<ServerResponse> routes(Handler handler) {
            return RouterFunctions.route().GET("/routed", handler::handle).build();
        }
    }

    private static final Map<WebApplicationType, Server> SERVERS = new EnumMap<>(WebApplicationType.class);

    @AfterAll
    static void close() {
        SERVERS.values().forEach(Server::close);
        SERVERS.clear();
    }

    private static HttpResponse<String> get(WebApplicationType type, String path, String... headers) {
        return SERVERS.computeIfAbsent(
                        type, missing -> Server.start(missing, Application.class, "--ratelimited.store=local"))
                .get(path, headers);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aHandlerWithoutItsKeyIsABadRequest(WebApplicationType type) {
        assertThat(get(type, "/header", "X-Tenant", "acme").statusCode()).isEqualTo(200);
        HttpResponse<String> answer = get(type, "/header");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(HttpContract.json(answer))
                .containsOnly(
                        entry("title", "Bad Request"),
                        entry("status", 400),
                        entry(
                                "detail",
                                "The request has no value that the limit 'tenants' can count by, or one that is not valid."),
                        entry("instance", "/header"));
        assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "retry-after");
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aHandlerOfARouterFunctionWithoutItsKeyIsToo(WebApplicationType type) {
        assertThat(get(type, "/routed", "X-Tenant", "acme").statusCode()).isEqualTo(200);
        assertThat(get(type, "/routed").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void aHandlerWhoseExpressionsMeetNothingIsToo(WebApplicationType type) {
        assertThat(get(type, "/lower", "X-Tenant", "acme").statusCode()).isEqualTo(200);
        assertThat(get(type, "/lower").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void anyOtherMethodWithoutItsKeyIsAFailure(WebApplicationType type) {
        assertThat(get(type, "/service").statusCode()).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void permitsThatCanNeverBeGrantedCannotBeProcessed(WebApplicationType type) {
        HttpResponse<String> answer = get(type, "/send?count=6");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(HttpContract.json(answer))
                .containsOnly(
                        entry("title", "Unprocessable Content"),
                        entry("status", 422),
                        entry("detail", "The limit 'messages' grants 0 to 5 permits at once, but 6 were asked for."),
                        entry("instance", "/send"));
        assertThat(answer.headers().map()).doesNotContainKey("retry-after");
        assertThat(get(type, "/send?count=-1").statusCode()).isEqualTo(422);
        assertThat(get(type, "/send?count=5").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void namesMadeFromMethodsStayUntold(WebApplicationType type) {
        assertThat(HttpContract.json(get(type, "/unnamed?count=6")))
                .containsEntry("detail", "More was asked for than a limit can ever grant.");
    }
}
