package io.github.ratelimited.autoconfigure.gateway;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
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
 * none of its own, and can be chosen by the name {@code ratelimitedGateway} where it has one for Redis.
 */
@AutoConfiguration(
        after = RateLimitedAutoConfiguration.class,
        beforeName = {
            "org.springframework.cloud.gateway.config.GatewayAutoConfiguration",
            "org.springframework.cloud.gateway.config.GatewayRedisAutoConfiguration"
        })
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass(AbstractRateLimiter.class)
@ConditionalOnBean(RateLimitedMethods.class)
public final class RateLimitedGatewayAutoConfiguration {

    RateLimitedGatewayAutoConfiguration() {}

    @Bean
    @Fallback
    GatewayRateLimiter ratelimitedGateway(
            ObjectProvider<ConfigurationService> configuration,
            ObjectProvider<RateLimiters> limiters,
            RateLimitedMethods methods,
            ObjectProvider<DecisionListener> listeners,
            ObjectProvider<RateLimiter<?>> all) {
        // There is none in an application that has switched its gateway off.
        return new GatewayRateLimiter(
                configuration.getIfAvailable(),
                limiters::getObject,
                methods::settings,
                listeners.orderedStream().toList(),
                all::getIfUnique);
    }
}
