package io.github.ratelimited.autoconfigure.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ExposureTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RateLimitedAutoConfiguration.class,
                    EndpointAutoConfiguration.class,
                    RateLimitedActuatorAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local");

    @Test
    void isNotThereUnlessExposed() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RateLimitedEndpoint.class));
        runner.withPropertyValues("management.endpoints.web.exposure.include=ratelimited")
                .run(context -> assertThat(context).hasSingleBean(RateLimitedEndpoint.class));
    }

    @Test
    void canBeSwitchedOff() {
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=ratelimited",
                        "management.endpoint.ratelimited.access=NONE")
                .run(context -> assertThat(context).doesNotHaveBean(RateLimitedEndpoint.class));
    }

    @Test
    void isNotThereWhenLimitsAreSwitchedOff() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=ratelimited", "ratelimited.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(RateLimitedEndpoint.class)
                        .doesNotHaveBean(RateLimitedHealthIndicator.class));
    }

    @Test
    void startsWithoutActuatorAndHealth() {
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class, HealthIndicator.class))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
