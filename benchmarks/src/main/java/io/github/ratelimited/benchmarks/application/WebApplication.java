package io.github.ratelimited.benchmarks.application;

import static java.util.Map.entry;

import io.github.ratelimited.RateLimited;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** An application over HTTP whose paths below {@code open} have room for all requests, and those below {@code full} for none. */
@EnableAutoConfiguration(
        excludeName = "org.springframework.cloud.gateway.config.GatewayClassPathWarningAutoConfiguration")
public class WebApplication {

    /**
     * Starts it on a free port.
     *
     * @param type whether it runs on Tomcat or on Netty
     * @param settings more properties, as on a command line
     * @return the application, which the caller closes
     */
    public static ConfigurableApplicationContext start(WebApplicationType type, String... settings) {
        SpringApplication application = new SpringApplication(WebApplication.class);
        application.setWebApplicationType(type);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.ofEntries(
                entry("spring.cloud.gateway.server.webflux.enabled", false),
                entry("server.port", 0),
                entry("server.tomcat.max-keep-alive-requests", -1),
                entry("logging.level.org", "warn"),
                entry("ratelimited.limiters.open.rate", 100_000_000),
                entry("ratelimited.limiters.open.algorithm", "token_bucket"),
                entry("ratelimited.limiters.full.rate", 1),
                entry("ratelimited.defaults.interval", "1h"),
                entry("ratelimited.routes.open.path", "/open/{user}"),
                entry("ratelimited.routes.open.key", "#path['user']"),
                entry("ratelimited.routes.full.path", "/full/{user}")));
        return application.run(settings);
    }

    @Bean
    Api api() {
        return new Api();
    }

    /** Answers with a line. */
    @RestController
    static class Api {

        @GetMapping({"/open/{user}", "/full/{user}", "/free/{user}"})
        String route() {
            return "done";
        }

        @GetMapping("/method/open/{user}")
        @RateLimited("open")
        String open() {
            return "done";
        }

        @GetMapping("/method/full/{user}")
        @RateLimited("full")
        String full() {
            return "done";
        }

        @GetMapping("/reactive/open/{user}")
        @RateLimited("open")
        Mono<String> openReactive() {
            return Mono.just("done");
        }

        @GetMapping("/reactive/full/{user}")
        @RateLimited("full")
        Mono<String> fullReactive() {
            return Mono.just("done");
        }
    }
}
