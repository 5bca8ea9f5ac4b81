package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.LimitersShutdown;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that decide in Redis. */
@Configuration(proxyBeanMethods = false)
final class RedisLimitersConfiguration {

    @Bean
    static LeaseCheck rateLimitedLeaseCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        return new LeaseCheck(methods, properties);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimiters rateLimitedLimiters(
            RateLimitedProperties properties,
            RedissonConnection connection,
            RateLimitedMethods methods,
            LimitersSetup setup,
            LimitersShutdown shutdown,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RateLimitersCustomizer<RedisRateLimiters.Builder>> customizers) {
        LimitersShutdown.before(Stream.of(beans.getBeanNamesForType(RedissonConnection.class)), beans);
        RedisRateLimiters.Builder builder = RedisRateLimiters.builder(connection)
                .prefix(properties.prefixOfStore())
                .timeout(properties.redis().timeout())
                .onFailure(name -> Objects.requireNonNullElse(
                        methods.failurePolicy(name), properties.failure().policy()))
                .localShare(properties.failure().localShare())
                .denialCache(properties.denialCache().max());
        StoreCheck.leases(properties).forEach(builder::lease);
        return shutdown.closes(setup.store(builder, customizers));
    }
}
