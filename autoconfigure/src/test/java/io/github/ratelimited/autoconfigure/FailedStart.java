package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Configuration;

/** Starts a real application that fails, so that the order among Spring Boot's own analyzers counts. */
final class FailedStart {

    private FailedStart() {}

    static void of(CapturedOutput output, Map<String, Object> properties, String... arguments) {
        SpringApplication application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .build();
        assertThatThrownBy(() -> application.run(arguments)).isInstanceOf(RuntimeException.class);
        assertThat(output).contains("APPLICATION FAILED TO START");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RateLimitedAutoConfiguration.class)
    static class Application {}
}
