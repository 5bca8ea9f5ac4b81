package io.github.ratelimited.autoconfigure.gateway;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.rule.RuleRequests;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.cloud.gateway.filter.ratelimit.AbstractRateLimiter;
import org.springframework.cloud.gateway.filter.ratelimit.RateLimiter;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;

/**
 * The limits of Spring Cloud Gateway's filter {@code RequestRateLimiter}. They are the filter's default where Gateway has
 * none of its own, and can be chosen by the name {@code ratelimitedGateway} where it has one for Redis. There, too, where
 * limits are switched off, because routes name it.
 */
@AutoConfiguration(
        after = RateLimitedAutoConfiguration.class,
        beforeName = {
            "org.springframework.cloud.gateway.config.GatewayAutoConfiguration",
            "org.springframework.cloud.gateway.config.GatewayRedisAutoConfiguration"
        })
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass(AbstractRateLimiter.class)
@ConditionalOnBean(RuleRequests.class)
public final class RateLimitedGatewayAutoConfiguration {

    RateLimitedGatewayAutoConfiguration() {}

    @Bean
    @Fallback
    GatewayRateLimiter ratelimitedGateway(
            ObjectProvider<ConfigurationService> configuration,
            ObjectProvider<RateLimiters> limiters,
            ObjectProvider<RateLimitedMethods> methods,
            ObjectProvider<DecisionListener> listeners,
            ObjectProvider<RateLimiter<?>> all) {
        // There is none in an application that has switched its gateway off.
        return new GatewayRateLimiter(
                configuration.getIfAvailable(),
                limiters::getObject,
                () -> methods.stream()
                        .findFirst()
                        .map(RateLimitedMethods::settings)
                        .orElse(SettingsPrecedence.OFF),
                () -> listeners.orderedStream().toList(),
                all::getIfUnique);
    }
}
