package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.SettingsBinding;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;

/**
 * Sets rate limits up: a {@link RateLimiters} bean on the server of {@code ratelimited.redis.url}, else on the
 * application's {@code RedissonClient}, else on a client of its own for the Redis of {@code spring.data.redis}, and the
 * aspect for {@link io.github.ratelimited.RateLimited}. With {@code ratelimited.store=local} the limiters count within the process,
 * by the bean {@code rateLimitedClock} where there is one, and there is no Redis. With {@code ratelimited.enabled=false}
 * there is no aspect and no Redis, and the limiters grant everything.
 */
@AutoConfiguration
@EnableConfigurationProperties(RateLimitedProperties.class)
@Import(LimitersOfStore.class)
public final class RateLimitedAutoConfiguration {

    RateLimitedAutoConfiguration() {}

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static SettingsBinding rateLimitedSettingsBinding() {
        return new SettingsBinding();
    }
}
