package io.github.ratelimited.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.launcher.http.OddClients;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * No request is so odd that it passes by a route where the gateway's own route of the same pattern takes it, makes a key
 * of its own, or is answered in another way than by the same gateway without limits. With {@code -Dtests.full} 100,000 of
 * them.
 */
class OddRequestsTests {

    private static final String ROUTES = "--spring.cloud.gateway.server.webflux.routes";

    private DisposableServer service;

    /** The keys that requests were counted by. */
    static final class Seen {

        final Set<String> keys = ConcurrentHashMap.newKeySet();

        public boolean add(String key) {
            keys.add(key);
            return true;
        }
    }

    @BeforeEach
    void open() {
        // A connection that is kept may end while the gateway sends the next request on it.
        service = HttpServer.create()
                .port(0)
                .maxKeepAliveRequests(1)
                .handle((request, response) -> response.status(200).send())
                .bindNow();
    }

    @AfterEach
    void close() {
        service.disposeNow();
    }

    /** A route that takes everything stands behind the one whose requests are limited. */
    private ConfigurableApplicationContext start(boolean limited) {
        String url = "http://localhost:" + service.port();
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .run(
                        "--server.port=0",
                        "--server.shutdown=immediate",
                        "--server.netty.max-keep-alive-requests=1",
                        "--server.forward-headers-strategy=native",
                        "--spring.cloud.gateway.server.webflux.redis.enabled=false",
                        ROUTES + "[0].id=api",
                        ROUTES + "[0].uri=" + url,
                        ROUTES + "[0].predicates[0]=Path=/shop/api/**",
                        ROUTES + "[0].filters[0]=SetResponseHeader=Served, yes",
                        ROUTES + "[1].id=rest",
                        ROUTES + "[1].uri=" + url,
                        ROUTES + "[1].predicates[0]=After=2000-01-01T00:00:00Z",
                        "--ratelimited.enabled=" + limited,
                        "--ratelimited.store=local",
                        "--ratelimited.routes.api.path=/shop/api/**",
                        "--ratelimited.routes.api.key=#clientAddress",
                        "--ratelimited.routes.api.condition=@seen.add(#clientAddress)",
                        "--ratelimited.limiters.api.rate=1000000",
                        "--ratelimited.limiters.api.algorithm=token-bucket",
                        "--ratelimited.limiters.api.interval=1h");
    }

    @Test
    void oddRequestsAreCountedWhereTheGatewayTakesThem() throws Exception {
        int requests = TestSize.of(300, 100_000);
        AtomicInteger served = new AtomicInteger();
        try (ConfigurableApplicationContext limited = start(true);
                ConfigurableApplicationContext unlimited = start(false)) {
            OddClients.send(requests, port(limited), port(unlimited), answers -> {
                assertThat(answers.one().status())
                        .as(answers.request())
                        .isEqualTo(answers.other().status())
                        .isLessThan(500);
                if (answers.one().headers().containsKey("served")) {
                    served.incrementAndGet();
                    assertThat(answers.one().headers().get("ratelimit"))
                            .as(answers.request())
                            .contains("\"api\"");
                }
            });
            assertThat(limited.getBean(Seen.class).keys)
                    .hasSizeLessThan(20)
                    .allSatisfy(
                            key -> assertThat(key).hasSizeLessThanOrEqualTo(64).matches("unknown|[0-9a-f:.]+(/64)?"));
        }
        assertThat(served).as("requests of the limited route").hasValueGreaterThan(requests / 50);
    }

    private static int port(ConfigurableApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Seen seen() {
            return new Seen();
        }

        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }
}
