package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.LimitersShutdown;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RedisProperties;
import io.github.ratelimited.autoconfigure.RedisUrl;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The way to Redis: a server that is for limits alone, else the application's client, else one of our own, which no other
 * bean gets to see. The choice is made when the bean is made, because processing ahead of time does not know the settings.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean({RateLimiters.class, RedissonConnection.class})
public final class RedisConnectionConfiguration {

    /** Where Spring Boot says where Redis is, if its module for Redis is there. */
    public static final String DETAILS = "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";

    /** Name of the bean that is the way to Redis. */
    public static final String CONNECTION = "rateLimitedRedissonConnection";

    @Bean(CONNECTION)
    RedissonConnection rateLimitedRedissonConnection(
            RateLimitedProperties properties,
            LimitersShutdown shutdown,
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ObjectProvider<SslBundles> bundles) {
        Duration timeout = properties.redis().timeout();
        RedisUrl own = properties.redis().parsedUrl();
        SslBundle bundle = bundle(properties.redis(), own, bundles);
        if (own != null) {
            return shutdown.closes(connect(RedisTarget.of(own, bundle), timeout));
        }
        RedissonClient client =
                new ApplicationClients(beans).choose(properties.redis().client());
        return shutdown.closes(
                client != null
                        ? RedissonConnection.of(client)
                        : connect(target(beans, RedisSettings.of(environment), bundles), timeout));
    }

    private static @Nullable SslBundle bundle(
            RedisProperties properties, @Nullable RedisUrl url, ObjectProvider<SslBundles> bundles) {
        String name = RedisUrl.text(properties.sslBundle());
        if (name == null) {
            return null;
        }
        try {
            if (url == null || !url.encrypted()) {
                throw new IllegalArgumentException(
                        "ratelimited.redis.ssl-bundle '" + name + "' needs a ratelimited.redis.url with rediss://");
            }
            return bundles.getObject().getBundle(name);
        } catch (IllegalArgumentException | NoSuchSslBundleException ex) {
            Finding finding = new Finding(
                    String.valueOf(ex.getMessage()),
                    "ratelimited.redis.ssl-bundle",
                    "Correct it, or leave it out; the server of spring.data.redis has spring.data.redis.ssl.bundle");
            throw new RateLimitConfigurationException(List.of(finding));
        }
    }

    /** What Redisson finds out only when it connects, where a mistake would look like an outage. */
    private static RedisTarget target(
            ConfigurableListableBeanFactory beans, RedisSettings settings, ObjectProvider<SslBundles> bundles) {
        try {
            return ClassUtils.isPresent(DETAILS, beans.getBeanClassLoader())
                    ? BootConnectionDetails.target(beans, settings, bundles::getObject)
                    : settings.target(bundles::getObject);
        } catch (IllegalArgumentException | NoSuchSslBundleException ex) {
            Finding finding = new Finding(
                    String.valueOf(ex.getMessage()),
                    "spring.data.redis",
                    "Correct it, or set ratelimited.redis.url to a server for limits alone");
            throw new RateLimitConfigurationException(List.of(finding));
        }
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
