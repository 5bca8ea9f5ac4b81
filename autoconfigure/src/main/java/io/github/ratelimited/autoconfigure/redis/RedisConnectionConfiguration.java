package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RedisUrl;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * The way to Redis: a server that is for limits alone, else the application's client, else one of our own, which no other
 * bean gets to see. The choice is made when the bean is made, because processing ahead of time does not know the settings.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean({RateLimiters.class, RedissonConnection.class})
public final class RedisConnectionConfiguration {

    private static final String CONNECTION = "rateLimitedRedissonConnection";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DataRedisConnectionDetails.class)
    @ConditionalOnBean(DataRedisConnectionDetails.class)
    static final class OfConnectionDetails {

        @Bean
        @Lazy
        RedisTarget rateLimitedRedisTarget(DataRedisConnectionDetails details, Environment environment) {
            RedisSettings settings = RedisSettings.of(environment);
            return checked(() -> new BootConnectionDetails(details, settings).target());
        }
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    RedisTarget rateLimitedRedisTarget(Environment environment, ObjectProvider<SslBundles> bundles) {
        RedisSettings settings = RedisSettings.of(environment);
        return checked(() -> settings.target(bundles::getObject));
    }

    /** What Redisson finds out only when it connects, where a mistake would look like an outage. */
    private static RedisTarget checked(Supplier<RedisTarget> target) {
        try {
            return target.get();
        } catch (IllegalArgumentException | NoSuchSslBundleException ex) {
            Finding finding = new Finding(
                    String.valueOf(ex.getMessage()),
                    "spring.data.redis",
                    "Correct it, or set ratelimited.redis.url to a server for limits alone");
            throw new RateLimitConfigurationException(List.of(finding));
        }
    }

    @Bean(CONNECTION)
    RedissonConnection rateLimitedRedissonConnection(
            RateLimitedProperties properties,
            ConfigurableListableBeanFactory beanFactory,
            ObjectProvider<RedisTarget> targets) {
        Duration timeout = properties.redis().timeout();
        RedisUrl own = properties.redis().parsedUrl();
        if (own != null) {
            return connect(RedisTarget.of(own), timeout);
        }
        RedissonClient client =
                new ApplicationClients(beanFactory).choose(properties.redis().client());
        return client != null ? RedissonConnection.of(client) : connect(targets.getObject(), timeout);
    }

    /**
     * A first call waits for the connection, which is made meanwhile if it begins before the application's beans. Where all
     * beans are lazy, so is the connection.
     */
    @Bean
    static BeanFactoryInitializer<ConfigurableListableBeanFactory> rateLimitedEarlyConnection() {
        return beans -> {
            if (!beans.getBeanDefinition(CONNECTION).isLazyInit()) {
                beans.getBean(CONNECTION);
            }
        };
    }

    private static RedissonConnection connect(RedisTarget target, Duration timeout) {
        Config config = new RedisSetup(target, timeout).config();
        return RedissonConnection.connect(() -> Redisson.create(config));
    }
}
