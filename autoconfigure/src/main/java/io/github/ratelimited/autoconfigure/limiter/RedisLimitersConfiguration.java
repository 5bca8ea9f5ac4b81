package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.Audience;
import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.redis.RedisRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that decide in Redis. */
@Configuration(proxyBeanMethods = false)
final class RedisLimitersConfiguration {

    @Bean
    static LeasedMethodsCheck rateLimitedLeaseCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        return new LeasedMethodsCheck(methods, properties);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimiters rateLimitedLimiters(
            RateLimitedProperties properties,
            RedissonConnection connection,
            RateLimitedMethods methods,
            ObjectProvider<LimiterObserver> observers,
            ObjectProvider<LimitSource> source,
            SourcedLimiters sourced,
            ObjectProvider<RateLimitersCustomizer<RedisRateLimiters.Builder>> customizers) {
        RedisRateLimiters.Builder builder = RedisRateLimiters.builder(connection)
                .prefix(properties.prefixOfStore())
                .reservationHorizon(properties.reservationHorizon())
                .timeout(properties.redis().timeout())
                .onFailure(name -> Objects.requireNonNullElse(
                        methods.failurePolicy(name), properties.failure().policy()))
                .audience(name -> methods.settings().audience(name, Audience.CLIENT))
                .blockAfterRejection(methods::blockFor)
                .localShare(properties.failure().localShare())
                .denialCache(properties.denialCache().max());
        builder.observer(LimiterObserver.of(observers.orderedStream().toList()));
        builder.limitSourceTtl(properties.limitSource().ttl())
                .limitSourceTimeout(properties.limitSource().timeout());
        source.ifAvailable(found -> builder.limitSource(found, sourced::ask));
        StoreCheck.leases(properties).forEach(builder::lease);
        properties.settings().limits().forEach(builder::limit);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }
}
