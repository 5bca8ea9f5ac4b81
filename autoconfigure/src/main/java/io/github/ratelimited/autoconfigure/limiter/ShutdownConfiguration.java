package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.LimitersShutdown;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters end after all that may use them. */
@Configuration(proxyBeanMethods = false)
final class ShutdownConfiguration {

    @Bean(LimitersShutdown.BEAN)
    static LimitersShutdown rateLimitedShutdown() {
        return new LimitersShutdown();
    }

    /** Before the beans of the application, also where all are lazy. */
    @Bean
    static BeanFactoryInitializer<ConfigurableListableBeanFactory> rateLimitedEarlyShutdown() {
        return beans -> beans.getBean(LimitersShutdown.BEAN);
    }
}
