package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class SeveralClientsTests {

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        @Bean(destroyMethod = "shutdown")
        RedissonClient sessions() {
            return client(1);
        }

        @Bean(
                name = {"locks", "semaphores"},
                destroyMethod = "shutdown")
        RedissonClient locks() {
            return client(2);
        }

        private static RedissonClient client(int database) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress(Redis.shared().url())
                    .setDatabase(database)
                    .setConnectionMinimumIdleSize(1);
            return Redisson.create(config);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RateLimitedAutoConfiguration.class)
    @Import(Clients.class)
    static class Application {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration(RateLimitedAutoConfiguration.class)
    static class Without {}

    @ParameterizedTest
    @ValueSource(strings = {"locks", "semaphores"})
    void theOneThatIsNamedIsUsed(String name) {
        String prefix = UUID.randomUUID().toString();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withUserConfiguration(Clients.class)
                .withPropertyValues(
                        "ratelimited.prefix=" + prefix,
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.redis.client=" + name)
                .run(context -> {
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    assertThat(limiters.declare("login", RateLimit.of(1, Duration.ofHours(1)))
                                    .tryAcquire())
                            .isTrue();
                    assertThat(context.getBean("locks", RedissonClient.class)
                                    .getKeys()
                                    .countExists(prefix + ":login:{%}:sw2"))
                            .isOne();
                });
    }

    @Test
    void noneOfThemIsGuessed(CapturedOutput output) {
        fail(Application.class);
        assertThat(output)
                .contains("Rate limits need one RedissonClient, but the application has several")
                .contains("none is primary: sessions, locks")
                .contains("set ratelimited.redis.client to the name of the bean");
    }

    @Test
    void aNameOfNoneOfThemIsToldWithTheirs(CapturedOutput output) {
        fail(Application.class, "--ratelimited.redis.client=lock");
        assertThat(output)
                .contains("ratelimited.redis.client names 'lock', but the RedissonClient beans are sessions, locks")
                .contains("Set ratelimited.redis.client to one of these names.")
                .doesNotContain("@Primary");
    }

    @Test
    void aNameWhereThereIsNoneIsToldWithWhatToDo(CapturedOutput output) {
        fail(Without.class, "--ratelimited.redis.client=lock");
        assertThat(output)
                .contains("ratelimited.redis.client names 'lock', but the application has no RedissonClient bean")
                .contains("Define a bean of this name, or remove ratelimited.redis.client.")
                .doesNotContain("@Primary");
    }

    private static void fail(Class<?> application, String... arguments) {
        assertThatException()
                .isThrownBy(() -> new SpringApplicationBuilder(application)
                        .web(WebApplicationType.NONE)
                        .run(arguments));
    }
}
