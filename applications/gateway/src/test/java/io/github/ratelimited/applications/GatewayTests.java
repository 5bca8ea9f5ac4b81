package io.github.ratelimited.applications;

import static io.github.ratelimited.applications.Gateway.WITHOUT_REDIS;
import static io.github.ratelimited.applications.Gateway.WITH_REDIS;
import static io.github.ratelimited.applications.Gateway.concat;
import static io.github.ratelimited.applications.Gateway.start;
import static io.github.ratelimited.applications.Requests.get;
import static io.github.ratelimited.applications.Requests.raw;
import static io.github.ratelimited.applications.Requests.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.gateway.GatewayRateLimiter;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.io.IOException;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class GatewayTests {

    private static final String NO_NAME = "--spring.cloud.gateway.server.webflux.routes[0].id=orders/v1";

    @AutoClose
    private final Gateway gateway = new Gateway();

    @Test
    void filterCountsByTheLimiterOfTheRoutesIdForEachKey(Redis redis) {
        try (ConfigurableApplicationContext context = start(redis, gateway.route())) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
            assertThat(get(context, "bob").headers().firstValue("RateLimit")).hasValue("\"orders\";r=1;t=3600");
            HttpResponse<String> rejected = get(context, "alice");

            assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
            assertThat(rejected.headers().firstValue("RateLimit-Policy")).hasValue("\"orders\";q=2;w=3600");
            assertThat(gateway.served).hasValue(3);
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
                        gateway.route("ratelimited.limiter=heavy", "ratelimited.permits=3"),
                        "--ratelimited.limiters.heavy.rate=7",
                        "--ratelimited.limiters.heavy.interval=1h"))) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ratelimited.limiter=", "ratelimited.limiter= "})
    void aBlankNameIsNone(String blank, Redis redis) {
        try (ConfigurableApplicationContext context = start(redis, gateway.route(blank))) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
        }
    }

    @Test
    void limiterThatWatchesRejectsNothing(Redis redis) {
        try (ConfigurableApplicationContext context =
                start(redis, concat(gateway.route(), "--ratelimited.limiters.orders.mode=shadow"))) {
            assertThat(statuses(context, "alice")).containsOnly(200);
        }
    }

    @Test
    void limiterThatWatchesRejectsNothingWhereNothingCanDecide(Redis redis) {
        try (ConfigurableApplicationContext context = start(
                redis, concat(gateway.route("ratelimited.permits=9"), "--ratelimited.limiters.orders.mode=shadow"))) {
            assertThat(statuses(context, "alice")).containsOnly(200);
        }
    }

    @Test
    void limiterThatWatchesRejectsNothingWhereItCannotBe(Redis redis) {
        try (ConfigurableApplicationContext context =
                start(redis, concat(gateway.route(), NO_NAME, "--ratelimited.defaults.mode=shadow"))) {
            assertThat(statuses(context, "alice")).containsOnly(200);
        }
    }

    @Test
    void idThatIsNoNameFailsAndSaysWhy(Redis redis, CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(redis, concat(gateway.route(), NO_NAME))) {
            assertThat(statuses(context, "alice")).containsOnly(500);
            assertThat(output).contains("The name of a rate limit must be").contains("but is 'orders/v1'");
        }
    }

    @Test
    void routesThatNameTheLimiterWorkWithoutLimits(Redis redis, CapturedOutput output) {
        String[] off = concat(
                gateway.route("rate-limiter=#{@ratelimitedGateway}", "ratelimited.limiter=oders"),
                WITH_REDIS,
                "--ratelimited.enabled=false");
        try (ConfigurableApplicationContext context = start(redis, off)) {
            assertThat(statuses(context, "alice")).containsOnly(200);
            assertThat(output).doesNotContain("which has no limit");
        }
    }

    @Test
    void gatewaysOwnLimiterStaysTheDefaultWhereThereIsOne(Redis redis) {
        String[] beside = concat(gateway.route("rate-limiter=#{@ratelimitedGateway}"), WITH_REDIS);
        try (ConfigurableApplicationContext context = start(redis, beside)) {
            assertThat(context.getBean(RequestRateLimiterGatewayFilterFactory.class)
                            .getDefaultRateLimiter())
                    .isInstanceOf(RedisRateLimiter.class);
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
        }
    }

    @Test
    void routesByUrlCountBeforeTheGateway(Redis redis) {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(
                        gateway.route("ratelimited.limiter=wide"),
                        "--ratelimited.limiters.wide.rate=100",
                        "--ratelimited.limiters.wide.interval=1h",
                        "--ratelimited.routes.orders.path=/orders/{id}",
                        "--ratelimited.routes.orders.key=#path['id']"))) {
            assertThat(statuses(context, "alice")).containsExactly(200, 200, 429);
            assertThat(gateway.served).hasValue(2);
        }
    }

    @Test
    void noSpellingOfAPathPassesByARoute(Redis redis) throws IOException {
        try (ConfigurableApplicationContext context = start(
                redis,
                concat(
                        gateway.route("ratelimited.limiter=wide"),
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
                int before = gateway.served.get();
                String answer = raw(context, path);

                assertThat(answer).as(path).doesNotStartWith("HTTP/1.1 500");
                assertThat(answer.contains("RateLimit: \"orders\"")).as(path).isEqualTo(gateway.served.get() > before);
            }
        }
        assertThat(gateway.served).hasPositiveValue();
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
                .replace("http://orders.internal", gateway.serviceUrl())));
        String[] settings = shown.stringPropertyNames().stream()
                .map(name -> "--" + name + "=" + shown.getProperty(name))
                .toArray(String[]::new);
        try (ConfigurableApplicationContext context = start(redis, settings)) {
            assertThat(get(context, "alice").headers().firstValue("RateLimit")).hasValue("\"orders\";r=99;t=60");
        }
    }
}
