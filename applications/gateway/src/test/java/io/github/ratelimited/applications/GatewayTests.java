package io.github.ratelimited.applications;

import static io.github.ratelimited.applications.Requests.get;
import static io.github.ratelimited.applications.Requests.raw;
import static io.github.ratelimited.applications.Requests.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.ratelimited.autoconfigure.gateway.GatewayRateLimiter;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class GatewayTests {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
    private static final String WITHOUT_REDIS = "--spring.cloud.gateway.server.webflux.redis.enabled=false";

    private final AtomicInteger served = new AtomicInteger();
    private HttpServer service;

    @BeforeEach
    void open() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            served.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void close() {
        service.stop(0);
    }

    private ConfigurableApplicationContext start(Redis redis, String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.data.redis.url=" + redis.url(),
                "--ratelimited.prefix=" + UUID.randomUUID(),
                "--ratelimited.redis.timeout=20s"));
        all.addAll(List.of(settings));
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .run(all.toArray(String[]::new));
    }

    private String[] route(String... arguments) {
        List<String> settings = new ArrayList<>(List.of(
                "--ratelimited.limiters.orders.rate=2",
                "--ratelimited.limiters.orders.interval=1h",
                "--" + ROUTES + "[0].id=orders",
                "--" + ROUTES + "[0].uri=http://localhost:"
                        + service.getAddress().getPort(),
                "--" + ROUTES + "[0].predicates[0]=Path=/orders/**",
                "--" + ROUTES + "[0].filters[0].name=RequestRateLimiter"));
        for (String argument : arguments) {
            settings.add("--" + ROUTES + "[0].filters[0].args." + argument);
        }
        settings.add(WITHOUT_REDIS);
        return settings.toArray(String[]::new);
    }

    @Test
    void filterCountsByTheLimiterOfTheRoutesIdForEachKey(Redis redis) {
        try (ConfigurableApplicationContext context = start(redis, route())) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
            assertThat(get(context, "bob").headers().firstValue("RateLimit")).hasValue("\"orders\";r=1;t=3600");
            HttpResponse<String> refused = get(context, "alice");

            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.headers().firstValue("RateLimit-Policy")).hasValue("\"orders\";q=2;w=3600");
            assertThat(served).hasValue(3);
            assertThat(context.getBean(RequestRateLimiterGatewayFilterFactory.class)
                            .getDefaultRateLimiter())
                    .isInstanceOf(GatewayRateLimiter.class);
        }
    }

    @Test
    void filterNamesAnotherLimiterAndPermits(Redis redis) {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(
                        route("ratelimited.limiter=heavy", "ratelimited.permits=3"),
                        "--ratelimited.limiters.heavy.rate=7",
                        "--ratelimited.limiters.heavy.interval=1h"))) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
        }
    }

    @Test
    void limiterThatWatchesRefusesNothing(Redis redis) {
        try (ConfigurableApplicationContext context =
                start(redis, concat(route(), "--ratelimited.limiters.orders.mode=shadow"))) {
            assertThat(statuses(context, "alice")).containsOnly(200);
        }
    }

    @Test
    void gatewaysOwnLimiterStaysTheDefaultWhereThereIsOne(Redis redis) {
        String[] beside = concat(route("rate-limiter=#{@ratelimitedGateway}"), WITHOUT_REDIS.replace("false", "true"));
        try (ConfigurableApplicationContext context = start(redis, beside)) {
            assertThat(context.getBean(RequestRateLimiterGatewayFilterFactory.class)
                            .getDefaultRateLimiter())
                    .isInstanceOf(RedisRateLimiter.class);
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
        }
    }

    @Test
    void argumentsForALimiterThatTheFilterDoesNotUseAreWarnedOf(Redis redis, CapturedOutput output) {
        String withRedis = WITHOUT_REDIS.replace("false", "true");
        try (ConfigurableApplicationContext context =
                start(redis, concat(route("ratelimited.limiter=orders"), withRedis))) {
            assertThat(statuses(context, "alice")).containsOnly(500);
            assertThat(output)
                    .containsOnlyOnce("Route 'orders' has arguments for ratelimited, but its filter uses the default");
        }
    }

    @Test
    void argumentsForTheLimiterInUseAreNotWarnedOf(Redis redis, CapturedOutput output) {
        String withRedis = WITHOUT_REDIS.replace("false", "true");
        start(redis, route("ratelimited.limiter=orders")).close();
        start(redis, concat(route("ratelimited.limiter=orders", "rate-limiter=#{@ratelimitedGateway}"), withRedis))
                .close();
        assertThat(output).doesNotContain("has arguments for ratelimited");
    }

    @Test
    void routesByUrlCountBeforeTheGateway(Redis redis) {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(
                        route("ratelimited.limiter=wide"),
                        "--ratelimited.limiters.wide.rate=100",
                        "--ratelimited.limiters.wide.interval=1h",
                        "--ratelimited.routes.orders.path=/orders/{id}",
                        "--ratelimited.routes.orders.key=#path['id']"))) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
            assertThat(served).hasValue(2);
        }
    }

    @Test
    void noSpellingOfAPathPassesByARoute(Redis redis) throws IOException {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(
                        route("ratelimited.limiter=wide"),
                        "--ratelimited.limiters.wide.rate=100",
                        "--ratelimited.limiters.wide.interval=1h",
                        "--ratelimited.limiters.orders.rate=100",
                        "--ratelimited.routes.orders.path=/orders/**"))) {
            for (String path : List.of(
                    "/orders/1;a=b",
                    "/orders//1",
                    "/%6frders/1",
                    "/orders/x/%2e%2e/1",
                    "/orders/..%2f1",
                    "/orders/%00",
                    "/ORDERS/1")) {
                int before = served.get();
                String answer = raw(context, path);

                assertThat(answer).as(path).doesNotStartWith("HTTP/1.1 500");
                assertThat(answer.contains("RateLimit: \"orders\"")).as(path).isEqualTo(served.get() > before);
            }
        }
        assertThat(served).hasPositiveValue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--spring.cloud.gateway.server.webflux.enabled=false",
                "--spring.autoconfigure.exclude=org.springframework.cloud.gateway.config.GatewayAutoConfiguration"
            })
    void applicationStartsWhereTheGatewayIsSwitchedOff(String off, Redis redis) {
        try (ConfigurableApplicationContext context = start(redis, off, WITHOUT_REDIS)) {
            assertThat(context.isRunning()).isTrue();
        }
    }

    @Test
    void configurationOfThePageWorks(Redis redis) throws IOException {
        String page = Files.readString(Path.of("../../docs/routes.md"));
        Properties shown = new Properties();
        shown.load(new StringReader(page.replaceAll("(?s).*```properties\n(.*?)```.*", "$1")
                .replace(
                        "http://orders.internal",
                        "http://localhost:" + service.getAddress().getPort())));
        String[] settings = shown.stringPropertyNames().stream()
                .map(name -> "--" + name + "=" + shown.getProperty(name))
                .toArray(String[]::new);
        try (ConfigurableApplicationContext context = start(redis, settings)) {
            assertThat(get(context, "alice").headers().firstValue("RateLimit")).hasValue("\"orders\";r=99;t=60");
        }
    }

    /** A later setting of the same name wins. */
    private static String[] concat(String[] settings, String... more) {
        List<String> all = new ArrayList<>(List.of(settings));
        for (String one : more) {
            all.removeIf(setting -> setting.startsWith(one.substring(0, one.indexOf('=') + 1)));
            all.add(one);
        }
        return all.toArray(String[]::new);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        KeyResolver users() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("User"));
        }
    }

    @Test
    void aLimiterThatNobodyDeclaredIsWarnedOfAtStartup(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(redis, route("ratelimited.limiter=oders"))) {
            assertThat(context.isRunning()).isTrue();
            assertThat(output).containsOnlyOnce("Route 'orders' counts by the rate limit 'oders', which has no limit");
        }
    }
}
