package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.observe.BlockHistory;
import io.github.ratelimited.observe.DecisionCounts;
import io.github.ratelimited.observe.DeniedKeys;
import io.github.ratelimited.observe.LeaseCounts;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The actuator endpoint {@code ratelimited}, where it is exposed, and the health contributor of the same name. */
@AutoConfiguration(after = RateLimitedAutoConfiguration.class)
@ConditionalOnBean({RateLimiters.class, RateLimitedMethods.class, DecisionCounts.class})
public final class RateLimitedActuatorAutoConfiguration {

    RateLimitedActuatorAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static final class OfEndpoint {

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = RateLimitedEndpoint.class)
        static ArgumentsCheck rateLimitedArgumentsCheck() {
            return new ArgumentsCheck();
        }

        @Bean
        @ConditionalOnAvailableEndpoint
        RateLimitedEndpoint rateLimitedEndpoint(
                RateLimiters limiters,
                RateLimitedMethods methods,
                DecisionCounts counts,
                LeaseCounts leases,
                ObjectProvider<DeniedKeys> deniedKeys,
                RateLimitedProperties properties,
                BlockHistory blockHistory,
                ApplicationEventPublisher events) {
            KnownLimiters known = new KnownLimiters(
                    limiters,
                    methods,
                    counts,
                    leases,
                    deniedKeys.getIfAvailable(),
                    properties.endpoint().plainKeys());
            BlockOperations blocks =
                    new BlockOperations(blockHistory, properties.endpoint().plainKeys());
            return new RateLimitedEndpoint(known, events, blocks);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static final class OfHealth {

        @Bean
        @ConditionalOnEnabledHealthIndicator("ratelimited")
        @ConditionalOnMissingBean(name = {"ratelimitedHealthIndicator", "ratelimitedHealthContributor"})
        RateLimitedHealthIndicator ratelimitedHealthIndicator(
                ObjectProvider<RateLimiters> limiters, RateLimitedMethods methods, RateLimitedProperties properties) {
            return new RateLimitedHealthIndicator(
                    () -> limiters.getObject().names(),
                    name -> Objects.requireNonNullElse(
                            methods.failurePolicy(name), properties.failure().policy()));
        }
    }
}
