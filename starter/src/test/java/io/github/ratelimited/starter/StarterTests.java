package io.github.ratelimited.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/** Applications with everything that is on the classpath, on a Redis that is down. */
@ExtendWith(OutputCaptureExtension.class)
class StarterTests {

    @Test
    void startsBesideCaching() {
        try (ConfigurableApplicationContext context = start(WebApplicationType.NONE)) {
            assertThat(context.getBean(RateLimiters.class)).isNotNull();
            assertThat(context.getBean(CacheManager.class)).isNotNull();
        }
    }

    @Test
    void staysHealthyWhileRedisIsDown(CapturedOutput output) throws IOException, InterruptedException {
        try (ConfigurableApplicationContext context = start(WebApplicationType.SERVLET)) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            HttpResponse<String> health = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/health"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"status\":\"UP\"");
            assertThat(output).doesNotContain("is not eligible for getting processed");
        }
    }

    /** Spring Data takes a repository for that of any store only while it knows no other store. */
    @Test
    void leavesRepositoriesOfOtherStoresAsTheyAre() {
        try (ConfigurableApplicationContext context = start(WebApplicationType.NONE)) {
            assertThat(context.getBeanProvider(People.class)).hasSize(1);
        }
    }

    @Test
    void bringsNeitherClientsOfOthersNorTheCacheApiOfJava() {
        assertThat(ClassUtils.isPresent("org.springframework.data.redis.core.RedisOperations", null))
                .isFalse();
        assertThat(ClassUtils.isPresent("io.lettuce.core.RedisClient", null)).isFalse();
        assertThat(ClassUtils.isPresent("javax.cache.Caching", null)).isFalse();
    }

    private static ConfigurableApplicationContext start(WebApplicationType type) {
        return new SpringApplicationBuilder(Application.class)
                .web(type)
                .run("--spring.data.redis.url=redis://127.0.0.1:1", "--server.port=0");
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    static class Application {}
}
