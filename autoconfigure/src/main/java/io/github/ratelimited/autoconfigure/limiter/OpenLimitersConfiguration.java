package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.condition.ConditionalOnSwitch;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.limiter.StoreSettings;
import io.github.ratelimited.local.OpenLimitRegistry;
import io.github.ratelimited.local.OpenStore;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that grant everything, for an application whose limits are switched off. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnSwitch(value = "ratelimited.enabled", is = false)
final class OpenLimitersConfiguration {

    @Bean
    @ConditionalOnMissingBean(RateLimiters.class)
    StoreRateLimiters rateLimitedLimiters(RateLimitedProperties properties) {
        StoreRateLimiters limiters = new StoreRateLimiters(StoreSettings.of(new OpenStore(), new OpenLimitRegistry())
                .withHorizon(Duration.ZERO)
                .withStoreTimeout(properties.redis().timeout())
                .withExecutor(Runnable::run));
        properties.settings().limits().forEach(limiters::declare);
        return limiters;
    }
}
