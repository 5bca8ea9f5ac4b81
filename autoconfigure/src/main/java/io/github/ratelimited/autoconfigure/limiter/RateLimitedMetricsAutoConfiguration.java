package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.condition.ConditionalOnSwitch;
import io.github.ratelimited.metrics.LimiterMeters;
import io.github.ratelimited.observe.DecisionCounts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Meters of limiters in the application's {@link MeterRegistry}, and its observations of waits. A child context has the
 * limiters of its parent, and so its meters.
 */
@AutoConfiguration(
        after = RateLimitedAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, DecisionCounts.class})
@ConditionalOnMissingBean(LimiterMeters.class)
@ConditionalOnSwitch("ratelimited.enabled")
public final class RateLimitedMetricsAutoConfiguration {

    RateLimitedMetricsAutoConfiguration() {}

    @Bean
    LimiterMeters rateLimitedMeters(
            MeterRegistry registry,
            ObjectProvider<ObservationRegistry> observations,
            DecisionCounts counts,
            RateLimitedProperties properties) {
        return new LimiterMeters(
                registry,
                observations.getIfAvailable(() -> timers(registry)),
                properties.store().name().toLowerCase(Locale.ROOT),
                counts);
    }

    private static ObservationRegistry timers(MeterRegistry registry) {
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
        return observations;
    }
}
