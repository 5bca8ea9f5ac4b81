package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.LimitersShutdown;
import io.github.ratelimited.autoconfigure.redis.RedisConnectionConfiguration;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters end after all that may use them. */
@Configuration(proxyBeanMethods = false)
final class ShutdownConfiguration {

    private static final String OURS = LimitersShutdown.class.getPackageName();

    @Bean(LimitersShutdown.BEAN)
    static LimitersShutdown rateLimitedShutdown() {
        return new LimitersShutdown();
    }

    /**
     * Makes it before all other beans: those of filters are made before a web server starts. That the container closes nothing by
     * itself is said here and not at the bean, because processing ahead of time does not keep an empty name.
     */
    @Bean
    static BeanFactoryPostProcessor rateLimitedEarlyShutdown() {
        return beans -> {
            Stream.of("rateLimitedLimiters", RedisConnectionConfiguration.CONNECTION)
                    .filter(beans::containsBeanDefinition)
                    .map(beans::getBeanDefinition)
                    .filter(ShutdownConfiguration::isOurs)
                    .forEach(definition -> definition.setDestroyMethodName(""));
            beans.getBean(LimitersShutdown.BEAN);
        };
    }

    private static boolean isOurs(BeanDefinition definition) {
        String configuration = definition.getFactoryBeanName();
        return configuration != null && configuration.startsWith(OURS);
    }
}
