package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.launcher.TcpProxy;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Calls that come before there is a connection, and fail unless Redis decides them. */
@ExtendWith(RedisExtension.class)
class FirstCallsTests {

    @AutoClose
    private final TcpProxy slow;

    private final ApplicationContextRunner runner;

    FirstCallsTests(Redis redis) {
        this.slow = TcpProxy.to(redis);
        slow.delay(Duration.ofMillis(200));
        this.runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.url=" + slow.redis().url(),
                        "ratelimited.prefix=first-calls-" + UUID.randomUUID(),
                        "ratelimited.failure.policy=closed",
                        "ratelimited.redis.timeout=20s");
    }

    static class Rates {

        @RateLimited(name = "rates", rate = 1, interval = "1h")
        public int load() {
            return 42;
        }
    }

    /** Calls a limited method, and a limiter, while the application starts. */
    static class Shop implements InitializingBean {

        private final Rates rates;
        private final RateLimiters limiters;
        int loaded;
        Basis basis = Basis.LOCAL;

        Shop(Rates rates, RateLimiters limiters) {
            this.rates = rates;
            this.limiters = limiters;
        }

        @Override
        public void afterPropertiesSet() {
            loaded = rates.load();
            basis = limiters.declare("shop", RateLimit.of(1, Duration.ofHours(1)))
                    .decide(1, Duration.ZERO)
                    .basis();
        }
    }

    /** Knows whether the connection was begun before it was made. */
    static class FirstBean {

        final boolean connecting;

        FirstBean(ConfigurableListableBeanFactory beans) {
            this.connecting = beans.containsSingleton("rateLimitedRedissonConnection");
        }
    }

    @Test
    void findAConnectionThatBeganBeforeTheFirstBean() {
        runner.withBean(FirstBean.class)
                .run(context ->
                        assertThat(context.getBean(FirstBean.class).connecting).isTrue());
    }

    @Test
    void openNoConnectionBeforeThemWhereAllBeansAreLazy() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context.getBeanFactory().containsSingleton("rateLimitedRedissonConnection"))
                            .isFalse();
                    assertThat(context.getBean(RateLimiters.class).names()).isEmpty();
                    assertThat(context.getBeanFactory().containsSingleton("rateLimitedRedissonConnection"))
                            .isTrue();
                });
    }

    @Test
    void areDecidedByRedisEvenWhileTheApplicationStarts() {
        runner.withBean(Rates.class).withBean(Shop.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Shop.class).loaded).isEqualTo(42);
            assertThat(context.getBean(Shop.class).basis).isEqualTo(Basis.STORE);
        });
    }

    @Test
    void areDecidedByRedisThroughAClientThatConnectsLate() {
        runner.withBean(RedissonClient.class, () -> {
                    Config config = new Config().setLazyInitialization(true);
                    config.useSingleServer().setAddress(slow.redis().url());
                    return Redisson.create(config);
                })
                .run(context -> {
                    Decision decision = context.getBean(RateLimiters.class)
                            .declare("late", RateLimit.of(1, Duration.ofHours(1)))
                            .decide(1, Duration.ZERO);
                    assertThat(decision.basis()).isEqualTo(Basis.STORE);
                });
    }
}
