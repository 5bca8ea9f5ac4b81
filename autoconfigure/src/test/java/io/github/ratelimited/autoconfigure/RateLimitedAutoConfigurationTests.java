package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.local.OpenRateLimiters;
import io.github.ratelimited.redis.connection.RedissonConnection;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

@ExtendWith(RedisExtension.class)
class RateLimitedAutoConfigurationTests {

    private final String prefix = "autoconfigure-" + UUID.randomUUID();
    private final Redis redis;
    private final ApplicationContextRunner runner;

    RateLimitedAutoConfigurationTests(Redis redis) {
        this.redis = redis;
        this.runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.prefix=" + prefix,
                        "ratelimited.redis.timeout=20s");
    }

    @Test
    void decidesInTheRedisOfSpringBootsConnectionDetailsFromTheFirstCallOn() {
        runner.withPropertyValues("ratelimited.limiters.login.rate=1", "ratelimited.limiters.login.interval=1m")
                .run(context -> {
                    RateLimiter login = context.getBean(RateLimiters.class).get("login");

                    Decision decision = login.decide(1, Duration.ZERO);

                    assertThat(decision.allowed()).isTrue();
                    assertThat(decision.basis()).isEqualTo(Decision.Basis.STORE);
                    assertThat(login.tryAcquire()).isFalse();
                    assertThat(redis.command("EXISTS", prefix + ":login:{%}:sw2"))
                            .isEqualTo(1L);
                });
    }

    @Test
    void readsTheSettingsOfSpringDataRedisWhereItIsNotThere() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.data", "org.springframework.boot.data"))
                .run(context -> {
                    assertThat(context).doesNotHaveBean("dataRedisConnectionDetails");
                    decidesIn(redis, context.getBean(RateLimiters.class));
                });
    }

    @Test
    void prefersConnectionDetailsToSettings() {
        runner.withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1")
                .withBean(DataRedisConnectionDetails.class, () -> new DataRedisConnectionDetails() {
                    @Override
                    public Standalone getStandalone() {
                        return Standalone.of(redis.host(), redis.port());
                    }
                })
                .run(context -> decidesIn(redis, context.getBean(RateLimiters.class)));
    }

    @Test
    void prefersAServerForLimitsAloneToTheClientOfTheApplication() {
        runner.withBean(RedissonClient.class, () -> {
                    throw new IllegalStateException("asked for");
                })
                .withInitializer(context -> context.addBeanFactoryPostProcessor(beanFactory ->
                        beanFactory.getBeanDefinition("redissonClient").setLazyInit(true)))
                .withPropertyValues("ratelimited.redis.url=" + redis.url(), "spring.data.redis.url=redis://127.0.0.1:1")
                .run(context -> decidesIn(redis, context.getBean(RateLimiters.class)));
    }

    private void decidesIn(Redis server, RateLimiters limiters) {
        RateLimiter login = limiters.declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
        assertThat(login.decide(1, Duration.ZERO).basis()).isEqualTo(Decision.Basis.STORE);
        assertThat(server.command("EXISTS", prefix + ":login:{%}:sw2")).isEqualTo(1L);
    }

    @Test
    void showsItsOwnClientToNobody() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(RedissonConnection.class);
            assertThat(context).doesNotHaveBean(RedissonClient.class);
            assertThat(context).doesNotHaveBean(RedisConnectionFactory.class);
        });
    }

    @Test
    void usesTheClientOfTheApplicationAndLeavesItOpen() {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.url());
        RedissonClient client = Redisson.create(config);
        try {
            runner.withBean(RedissonClient.class, () -> client, definition -> definition.setDestroyMethodName(""))
                    .withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1")
                    .run(context -> {
                        RateLimiter login = context.getBean(RateLimiters.class)
                                .declare("login", RateLimit.of(1, Duration.ofMinutes(1)));
                        assertThat(login.tryAcquire()).isTrue();
                        assertThat(login.tryAcquire()).isFalse();
                    });
            assertThat(client.isShutdown()).isFalse();
        } finally {
            client.shutdown();
        }
    }

    @Test
    void startsWhatTheApplicationReplacesAndNothingElse() {
        runner.withUserConfiguration(OwnLimiters.class).run(context -> {
            assertThat(context.getBean(RateLimiters.class)).isSameAs(context.getBean("ownLimiters"));
            assertThat(context).doesNotHaveBean(RedissonConnection.class);
        });
    }

    @Test
    void grantsEverythingWithoutRedisWhenSwitchedOff() {
        runner.withPropertyValues(
                        "ratelimited.enabled=false",
                        "ratelimited.limiters.login.rate=1",
                        "ratelimited.limiters.login.interval=1m")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(RedissonConnection.class);
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    assertThat(limiters.names()).containsExactly("login");
                    for (String name : new String[] {"login", "login", "unknown"}) {
                        assertThat(limiters.get(name).decide(1, Duration.ZERO).basis())
                                .isEqualTo(Decision.Basis.OPEN);
                    }
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLimiters {

        @Bean
        RateLimiters ownLimiters() {
            return new OpenRateLimiters().build();
        }
    }
}
