package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.startup.SettingsReload;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Puts changes of {@code ratelimited.*} in force when Spring Cloud reports that the environment has changed. */
@AutoConfiguration(after = RateLimitedAutoConfiguration.class)
@ConditionalOnClass(EnvironmentChangeEvent.class)
@ConditionalOnBean({RateLimiters.class, RateLimitedMethods.class})
public final class RateLimitedRefreshAutoConfiguration {

    RateLimitedRefreshAutoConfiguration() {}

    @Bean
    EnvironmentChanges rateLimitedEnvironmentChanges(
            Environment environment,
            RateLimitedMethods methods,
            RateLimiters limiters,
            ObjectProvider<ConfiguredLimits> others,
            ApplicationEventPublisher events) {
        return new EnvironmentChanges(
                environment,
                new SettingsReload(methods, limiters),
                others.orderedStream().toList(),
                events);
    }
}
