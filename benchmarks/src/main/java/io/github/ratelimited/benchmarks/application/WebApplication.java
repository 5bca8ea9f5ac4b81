package io.github.ratelimited.benchmarks.application;

import io.github.ratelimited.RateLimited;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application over HTTP whose paths below {@code open} have room for all requests, and those below {@code full} for none. */
@EnableAutoConfiguration(
        excludeName = "org.springframework.cloud.gateway.config.GatewayClassPathWarningAutoConfiguration")
public class WebApplication {

    /**
     * Starts it on a free port.
     *
     * @param settings more properties, as on a command line
     * @return the application, which the caller closes
     */
    public static ConfigurableApplicationContext start(String... settings) {
        SpringApplication application = new SpringApplication(WebApplication.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of(
                "server.port", 0,
                "server.tomcat.max-keep-alive-requests", -1,
                "logging.level.org", "warn",
                "ratelimited.limiters.open.rate", 100_000_000,
                "ratelimited.limiters.open.algorithm", "token_bucket",
                "ratelimited.limiters.full.rate", 1,
                "ratelimited.defaults.interval", "1h",
                "ratelimited.routes.open.path", "/open/{user}",
                "ratelimited.routes.open.key", "#path['user']",
                "ratelimited.routes.full.path", "/full/{user}"));
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
    }
}
