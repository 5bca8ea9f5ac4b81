package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Whom Tomcat and Netty take for the client under each setting, and who can choose it. */
@ExtendWith(OutputCaptureExtension.class)
class ClientAddressTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {}

    @RestController
    static class Api {

        @GetMapping("/address")
        @RateLimited(name = "address", rate = 1, interval = "1h", key = "#clientAddress")
        public Mono<String> address() {
            return Mono.just("hello");
        }
    }

    /** Asks before the handler, and where Spring Security would. */
    @Order(-100)
    static final class Early implements WebFilter {

        private final Api api;

        Early(Api api) {
            this.api = api;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            return api.address().then(chain.filter(exchange));
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Api.class, Early.class})
    static class WithFilter {}

    @Test
    void isKnownToMethodsThatFiltersCall() {
        try (Server server = Server.start(WebApplicationType.REACTIVE, WithFilter.class, "--ratelimited.store=local")) {
            assertThat(server.get("/static").statusCode()).isEqualTo(404);
            assertThat(server.get("/static").statusCode()).isEqualTo(429);
        }
    }

    private static Server start(WebApplicationType type, String strategy) {
        return Server.start(
                type, Application.class, "--ratelimited.store=local", "--server.forward-headers-strategy=" + strategy);
    }

    /** Three requests of the same client, each with another header; how many keys they make at one permit a key. */
    private static long keys(Server server, String header, String... values) {
        return Stream.of(values)
                .filter(value -> server.get("/address", header, value).statusCode() == 200)
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "SERVLET, none, 1, 1",
        "SERVLET, native, 1, 3",
        "SERVLET, framework, 3, 3",
        "REACTIVE, none, 1, 1",
        "REACTIVE, native, 3, 3",
        "REACTIVE, framework, 3, 3"
    })
    void canBeChosenByTheClient(WebApplicationType type, String strategy, long forgedBeforeProxy, long forgedDirectly) {
        try (Server server = start(type, strategy)) {
            String[] leftMost = values("6.6.6.%d, 203.0.113.7");
            assertThat(keys(server, "X-Forwarded-For", leftMost))
                    .as("through a proxy that appends what it sees")
                    .isEqualTo(forgedBeforeProxy);
        }
        try (Server server = start(type, strategy)) {
            assertThat(keys(server, "X-Forwarded-For", values("6.6.6.%d")))
                    .as("from an address that the server trusts")
                    .isEqualTo(forgedDirectly);
        }
    }

    private static String[] values(String pattern) {
        return IntStream.rangeClosed(1, 3).mapToObj(pattern::formatted).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"SERVLET, native", "SERVLET, framework", "REACTIVE, native", "REACTIVE, framework"})
    void isOneKeyForWhatIsNoAddressAndForOneNetwork(WebApplicationType type, String strategy) {
        try (Server server = start(type, strategy)) {
            assertThat(keys(server, "X-Forwarded-For", "evil", "_x", "1.2.3")).isEqualTo(1);
            assertThat(keys(server, "X-Forwarded-For", "2001:db8::1", "2001:db8::2", "2001:db8::3"))
                    .isEqualTo(1);
            assertThat(keys(server, "X-Forwarded-For", "2001:DB8:9::1", "2001:0db8:0009:0:0:0:0:2", "2001:db8:9:0::3"))
                    .as("in several spellings")
                    .isEqualTo(1);
            assertThat(keys(server, "X-Forwarded-For", "::ffff:192.0.2.1", "192.0.2.1", "::ffff:c000:201"))
                    .as("of an address of IPv4")
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isWarnedOfOnceWhereForwardedHeadersAreIgnored(WebApplicationType type, CapturedOutput output) {
        try (Server server = start(type, "none")) {
            server.get("/address");
            assertThat(output).doesNotContain("which the server ignores");
            keys(server, "X-Forwarded-For", values("6.6.6.%d"));
            assertThat(output).containsOnlyOnce("which the server ignores");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isWarnedOfWhereEverybodyIsBelieved(WebApplicationType type, CapturedOutput output) {
        for (String strategy : List.of("native", "framework")) {
            try (Server server = start(type, strategy)) {
                server.get("/address");
                server.get("/address");
            }
        }
        assertThat(output).containsOnlyOnce("believes forwarded headers of everybody");
    }

    @Test
    void isFoundByAContextFilterOfTheApplicationWhereItHasOne() {
        ServerWebExchangeContextFilter own = new ServerWebExchangeContextFilter();
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class, RateLimitedWebAutoConfiguration.class))
                .withPropertyValues("ratelimited.store=local")
                .withBean(ServerWebExchangeContextFilter.class, () -> own)
                .run(context -> assertThat(context)
                        .getBean(ServerWebExchangeContextFilter.class)
                        .isSameAs(own));
    }
}
