package io.github.ratelimited.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** All sides of the starter, compiled for a later Spring Boot. */
@ExtendWith(RedisExtension.class)
class Boot40Tests {

    @Test
    void limitsAndSendsFields(Redis redis) throws Exception {
        String prefix = UUID.randomUUID().toString();
        try (ConfigurableApplicationContext context = SpringApplication.run(
                Application.class,
                "--server.port=0",
                "--spring.data.redis.url=" + redis.url(),
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always",
                "--ratelimited.prefix=" + prefix,
                "--ratelimited.redis.timeout=20s")) {
            assertThat(SpringBootVersion.getVersion()).startsWith("4.0.");
            String url = "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");

            assertThat(get(url + "/greetings?user=alice").statusCode()).isEqualTo(200);
            HttpResponse<String> rejected = get(url + "/greetings?user=alice");

            assertThat(rejected.statusCode()).isEqualTo(429);
            assertThat(rejected.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(rejected.headers().map()).containsKeys("retry-after", "ratelimit", "ratelimit-policy");
            assertThat(context.getBean(StringRedisTemplate.class).hasKey(prefix + ":greetings:{alice}:sw2"))
                    .isTrue();
            assertThat(get(url + "/actuator/ratelimited").body()).contains("greetings");
            assertThat(get(url + "/actuator/health").body()).contains("\"ratelimited\":{\"status\":\"UP\"}");
            assertThat(get(url + "/actuator/metrics").body()).contains("ratelimited.");
        }
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Greetings greetings() {
            return new Greetings();
        }
    }

    @RestController
    static class Greetings {

        @GetMapping("/greetings")
        @RateLimited(name = "greetings", rate = 1, interval = "1h", key = "#user")
        public String greet(@RequestParam String user) {
            return "hello " + user;
        }
    }
}
