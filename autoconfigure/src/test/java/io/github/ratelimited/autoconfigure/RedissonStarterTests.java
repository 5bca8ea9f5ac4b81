package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.api.RedissonClient;
import org.redisson.spring.starter.RedissonAutoConfigurationV4;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@ExtendWith(RedisExtension.class)
class RedissonStarterTests {

    @Test
    void usesTheClientThatRedissonsStarterMakesInAnyOrder(Redis redis) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class,
                        RedissonAutoConfigurationV4.class,
                        DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.prefix=redisson-starter",
                        "ratelimited.redis.timeout=20s")
                .run(context -> {
                    assertThat(context).hasSingleBean(RedissonClient.class);
                    RateLimiter limiter = context.getBean(RateLimiters.class)
                            .declare("login", RateLimit.of(1, Duration.ofSeconds(1)));
                    assertThat(limiter.tryAcquire()).isTrue();
                });
    }
}
