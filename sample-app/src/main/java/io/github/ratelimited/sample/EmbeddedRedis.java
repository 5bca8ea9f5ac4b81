package io.github.ratelimited.sample;

import io.github.ratelimited.launcher.RedisServer;
import java.util.Map;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * A Redis that lives as long as the application. It is a post-processor to be there before all beans that may use it, and
 * to end after them.
 *
 * @param server the running server
 */
public record EmbeddedRedis(RedisServer server) implements BeanFactoryPostProcessor, AutoCloseable {

    static EmbeddedRedis start() {
        return new EmbeddedRedis(RedisServer.start());
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        beanFactory
                .getBean(ConfigurableEnvironment.class)
                .getPropertySources()
                .addFirst(new MapPropertySource("embedded Redis", Map.of("spring.data.redis.url", server.url())));
    }

    @Override
    public void close() {
        server.close();
    }
}
