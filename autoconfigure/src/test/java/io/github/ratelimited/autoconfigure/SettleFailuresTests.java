package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedMetricsAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Calls whose cost cannot be told are counted. */
class SettleFailuresTests {

    static class Api {

        @RateLimited(name = "settled", rate = 100, interval = "1m", permits = "10", settle = "#result.usage")
        public String call() {
            return "no usage";
        }
    }

    @Test
    void aFailureIsAMetricAndKeepsWhatWasTaken() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class, RateLimitedMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(Api.class)
                .withPropertyValues("ratelimited.store=local")
                .run(context -> {
                    context.getBean(Api.class).call();
                    context.getBean(Api.class).call();
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("ratelimited.settle.failures")
                                    .tag("limiter", "settled")
                                    .counter()
                                    .count())
                            .isEqualTo(2);
                    assertThat(context.getBean(RateLimiters.class)
                                    .get("settled")
                                    .availablePermits())
                            .isEqualTo(80);
                });
    }
}
