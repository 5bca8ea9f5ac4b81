package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A final class with an interface: Spring Boot proxies the class, unless it is told to proxy interfaces. */
@ExtendWith(OutputCaptureExtension.class)
class FinalClassFailureTests {

    interface Greeter {

        @RateLimited(name = "greetings", rate = 1, interval = "1h")
        String greet();
    }

    static final class Closed implements Greeter {

        @Override
        public String greet() {
            return "hello";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, RateLimitedAutoConfiguration.class})
    @Import(Closed.class)
    static class Application {}

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("ratelimited.store=local")
                .run(arguments);
    }

    @Test
    void namesTheClassAndTheRemedy(CapturedOutput output) {
        assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start());
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        Closed.class.getName() + " has rate limits, but the class is final, so no proxy can intercept")
                .contains("Remove final.");
    }

    @Test
    void isNoFailureWithProxiesOfInterfaces() {
        try (ConfigurableApplicationContext context = start("--spring.aop.proxy-target-class=false")) {
            assertThat(context.getBean(Greeter.class).greet()).isEqualTo("hello");
        }
    }
}
