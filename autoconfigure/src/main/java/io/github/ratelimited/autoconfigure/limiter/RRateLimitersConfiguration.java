package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.LimitersShutdown;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitersCustomizer;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.startup.Declarations;
import io.github.ratelimited.redis.connection.RedissonConnection;
import io.github.ratelimited.redis.rratelimiter.RRateLimiters;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters that Redisson's {@code RRateLimiter} decides for. {@link RRateLimiterCheck} reports those that it cannot count. */
@Configuration(proxyBeanMethods = false)
final class RRateLimitersConfiguration {

    @Bean
    static RRateLimiterCheck rateLimitedSettleCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        return new RRateLimiterCheck(methods, properties);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimiters rateLimitedLimiters(
            RateLimitedProperties properties,
            RedissonConnection connection,
            LimitersSetup setup,
            LimitersShutdown shutdown,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RateLimitersCustomizer<RRateLimiters.Builder>> customizers) {
        LimitersShutdown.before(Stream.of(beans.getBeanNamesForType(RedissonConnection.class)), beans);
        RRateLimiters.Builder builder = RRateLimiters.builder(connection)
                .prefix(properties.prefixOfStore())
                .timeout(properties.redis().timeout());
        RateLimiters limiters = shutdown.closes(setup.any(builder, customizers));
        Map<String, RateLimit> countable = new TreeMap<>(properties.settings().limits());
        countable.values().removeIf(limit -> RRateLimiters.problemWith(limit) != null);
        Declarations.declare(countable, limiters);
        return limiters;
    }
}
