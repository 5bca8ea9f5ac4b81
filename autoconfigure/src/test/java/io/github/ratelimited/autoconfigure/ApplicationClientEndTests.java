package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limiters end before the client that they use, or what is reserved and leased could not go back. */
@ExtendWith(RedisExtension.class)
class ApplicationClientEndTests {

    private static @Nullable String url;

    ApplicationClientEndTests(Redis redis) {
        url = redis.url();
    }

    private static RedissonClient client() {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        return Redisson.create(config);
    }

    @Configuration(proxyBeanMethods = false)
    static class OfBean {

        @Bean(destroyMethod = "shutdown")
        RedissonClient redisson() {
            return client();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfAlias {

        @Bean(
                name = {"redisson", "limits"},
                destroyMethod = "shutdown")
        RedissonClient redisson() {
            return client();
        }
    }

    /** The container ends it as it ends any other bean. */
    static final class Clients implements FactoryBean<RedissonClient>, DisposableBean {

        private final RedissonClient client = client();

        @Override
        public RedissonClient getObject() {
            return client;
        }

        @Override
        public Class<?> getObjectType() {
            return RedissonClient.class;
        }

        @Override
        public void destroy() {
            client.shutdown();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfFactory {

        @Bean
        Clients redisson() {
            return new Clients();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OfBean.class, OfAlias.class, OfFactory.class})
    void clientIsThereWhenLimitersEnd(Class<?> configuration) {
        List<Boolean> closed = new CopyOnWriteArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withPropertyValues("ratelimited.redis.timeout=20s", "ratelimited.prefix=" + UUID.randomUUID())
                .withPropertyValues(configuration == OfAlias.class ? "ratelimited.redis.client=limits" : "any=any")
                .withUserConfiguration(configuration)
                .run(context -> {
                    assertThat(context.getBean(RateLimiters.class).names()).isEmpty();
                    RedissonClient client = context.getBean(RedissonClient.class);
                    context.getBean(LimitersShutdown.class).closes(() -> closed.add(client.isShuttingDown()));
                });
        assertThat(closed).containsExactly(false);
    }
}
