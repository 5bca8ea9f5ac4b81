package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.RedissonConnection;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that decide in Redis. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "ratelimited.enabled", matchIfMissing = true)
@ConditionalOnStore(Store.REDIS)
final class RedisLimitersConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RateLimiters rateLimiters(
            RateLimitedProperties properties,
            RedissonConnection connection,
            @Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor) {
        RedisRateLimiters.Builder builder = RedisRateLimiters.builder(connection)
                .prefix(properties.prefixOfStore())
                .reservationHorizon(properties.reservationHorizon())
                .timeout(properties.redis().timeout())
                .denialMemory(properties.denialMemory().max());
        executor.ifAvailable(builder::executor);
        properties.settings().limits().forEach(builder::limit);
        return builder.build();
    }
}
