package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@ExtendWith(OutputCaptureExtension.class)
class MistakenAnnotationsTests {

    @Test
    void areAllShownAtOnce(CapturedOutput output) {
        SpringApplication application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .build();

        assertThatThrownBy(() -> application.run("--spring.data.redis.url=redis://127.0.0.1:1"))
                .isInstanceOf(RuntimeException.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Rate limits cannot work as they are written")
                .contains("Mistakes.withoutInterval()")
                .contains("Mistakes.withAWrongInterval()");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class})
    @Import(AspectTests.Mistaken.class)
    static class Application {}
}
