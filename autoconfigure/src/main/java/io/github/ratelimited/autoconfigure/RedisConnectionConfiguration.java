package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.redis.connection.RedissonConnection;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The way to Redis: the application's client before one of our own, which no other bean gets to see. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnSwitch("ratelimited.enabled")
@ConditionalOnStore({Store.REDIS, Store.RRATELIMITER})
@ConditionalOnMissingBean({RateLimiters.class, RedissonConnection.class})
final class RedisConnectionConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(RedissonClient.class)
    static final class OfTheApplication {

        @Bean
        RedissonConnection rateLimitedRedissonConnection(RedissonClient client) {
            return RedissonConnection.of(client);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DataRedisConnectionDetails.class)
    @ConditionalOnMissingBean(RedissonClient.class)
    @ConditionalOnBean({DataRedisConnectionDetails.class, DataRedisProperties.class})
    static final class OfItsOwn {

        @Bean
        RedissonConnection rateLimitedRedissonConnection(
                DataRedisConnectionDetails details, DataRedisProperties redis, RateLimitedProperties properties) {
            Config config = new RedisSetup(details, redis, properties.redis().timeout()).config();
            return RedissonConnection.connect(() -> Redisson.create(config));
        }
    }
}
