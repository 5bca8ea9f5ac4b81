package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.local.LocalRateLimiters;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who is told about limits that the application's own limiters count. They do not know the configuration. */
class OwnLimitersAudienceTests {

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Api.class)
    static class Application {

        @Bean
        RateLimiters limiters() {
            return LocalRateLimiters.builder()
                    .limit("hidden", RateLimit.of(1, Duration.ofHours(1)))
                    .build();
        }
    }

    @RestController
    static class Api {

        @GetMapping("/silent")
        @RateLimited(name = "silent", rate = 1, interval = "1h")
        public String silent() {
            return "silent";
        }

        @GetMapping("/hidden")
        String hidden() {
            return "hidden";
        }
    }

    @AutoClose
    private static final Server server = Server.start(
            WebApplicationType.SERVLET,
            Application.class,
            "--ratelimited.routes.hidden.path=/hidden",
            "--ratelimited.limiters.hidden.audience=none",
            "--ratelimited.limiters.silent.audience=none");

    @ParameterizedTest
    @ValueSource(strings = {"/silent", "/hidden"})
    void isWhatTheConfigurationSays(String path) {
        assertThat(server.get(path).statusCode()).isEqualTo(200);
        HttpResponse<String> rejected = server.get(path);

        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(HttpContract.json(rejected)).containsEntry("violated-policies", List.of());
    }
}
