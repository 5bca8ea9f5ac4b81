package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.condition.ConditionalOnSwitch;
import io.github.ratelimited.local.OpenRateLimiters;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that grant everything, for an application whose limits are switched off. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnSwitch(value = "ratelimited.enabled", is = false)
final class OpenLimitersConfiguration {

    @Bean
    @ConditionalOnMissingBean(RateLimiters.class)
    RateLimiters rateLimitedLimiters(RateLimitedProperties properties) {
        OpenRateLimiters limiters = new OpenRateLimiters();
        properties.settings().limits().forEach(limiters::limit);
        return limiters.build();
    }
}
