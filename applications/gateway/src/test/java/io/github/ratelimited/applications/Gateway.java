package io.github.ratelimited.applications;

import com.sun.net.httpserver.HttpServer;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.launcher.Redis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;

/** A gateway in front of a service that counts what it serves. */
final class Gateway implements AutoCloseable {

    static final String WITHOUT_REDIS = "--spring.cloud.gateway.server.webflux.redis.enabled=false";
    static final String WITH_REDIS = WITHOUT_REDIS.replace("false", "true");

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    final AtomicInteger served = new AtomicInteger();
    private final HttpServer service;

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        KeyResolver users() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("User"));
        }

        @Bean
        LimitSource contracts() {
            return (limiter, user) -> RateLimit.of(50, Duration.ofHours(1));
        }
    }

    Gateway() {
        service = server();
        service.createContext("/", exchange -> {
            served.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        service.start();
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    String serviceUrl() {
        return "http://localhost:" + service.getAddress().getPort();
    }

    static ConfigurableApplicationContext start(Redis redis, String... settings) {
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

    /** Settings of a route to the service that its filter limits. */
    String[] route(String... arguments) {
        List<String> settings = new ArrayList<>(List.of(
                "--ratelimited.limiters.orders.rate=2",
                "--ratelimited.limiters.orders.interval=1h",
                "--" + ROUTES + "[0].id=orders",
                "--" + ROUTES + "[0].uri=" + serviceUrl(),
                "--" + ROUTES + "[0].predicates[0]=Path=/orders/**",
                "--" + ROUTES + "[0].filters[0].name=RequestRateLimiter"));
        for (String argument : arguments) {
            settings.add("--" + ROUTES + "[0].filters[0].args." + argument);
        }
        settings.add(WITHOUT_REDIS);
        return settings.toArray(String[]::new);
    }

    /** A later setting of the same name wins. */
    static String[] concat(String[] settings, String... more) {
        List<String> all = new ArrayList<>(List.of(settings));
        for (String one : more) {
            all.removeIf(setting -> setting.startsWith(one.substring(0, one.indexOf('=') + 1)));
            all.add(one);
        }
        return all.toArray(String[]::new);
    }

    @Override
    public void close() {
        service.stop(0);
    }
}
