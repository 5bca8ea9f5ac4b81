package io.github.ratelimited.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class Boot3Tests {

    @Test
    void failsWithTheVersionThatIsNeeded(CapturedOutput output) {
        assertThatException().isThrownBy(() -> SpringApplication.run(Application.class));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Ratelimited needs Spring Boot 4.0 or later, but this application runs on Spring Boot "
                        + SpringBootVersion.getVersion())
                .contains("upgrade to Spring Boot 4.0 or later");
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
