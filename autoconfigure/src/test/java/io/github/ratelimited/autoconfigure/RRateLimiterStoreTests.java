package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedRefreshAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class RRateLimiterStoreTests {

    private final String name = "rratelimiter-" + UUID.randomUUID();
    private final Redis redis;
    private final ApplicationContextRunner runner;

    RRateLimiterStoreTests(Redis redis) {
        this.redis = redis;
        this.runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimited.store=rratelimiter",
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=20s");
    }

    /** Two limiters, whose settings can be changed and then reloaded. */
    private ApplicationContextRunner changing(Map<String, Object> settings) {
        settings.put("ratelimited.defaults.interval", "1h");
        settings.put("ratelimited.limiters.first.rate", "1");
        settings.put("ratelimited.limiters.second.rate", "1");
        return runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("changing", settings)))
                .withConfiguration(AutoConfigurations.of(RateLimitedRefreshAutoConfiguration.class))
                .withPropertyValues("ratelimited.prefix=" + name);
    }

    @ParameterizedTest
    @CsvSource({
        "routes.login.settle, #status, routes.login: settle works with permits",
        "clients.vendor.plan, 'pro', clients.vendor: plan counts a key under different limits",
        "limiters.second.block-for, 1h, limiters.second: blockFor blocks",
        "limiters.second.plans.pro.rate, 2, limiters.second.plans: "
    })
    void aChangeThatTheStartWouldRefuseChangesNothing(
            String property, String value, String words, CapturedOutput output) {
        Map<String, Object> settings = new HashMap<>();
        changing(settings)
                .withPropertyValues("ratelimited.routes.login.path=/login")
                .withPropertyValues("ratelimited.clients.vendor.url=*", "ratelimited.clients.vendor.limiter=first")
                .run(context -> {
                    settings.put("ratelimited.limiters.first.rate", "7");
                    settings.put("ratelimited." + property, value);
                    context.publishEvent(new EnvironmentChangeEvent(context, settings.keySet()));

                    assertThat(output).contains("stay in force: ").contains("ratelimited." + words);
                    assertThat(context.getBean(RateLimiters.class)
                                    .get("first")
                                    .limit()
                                    .rate())
                            .isEqualTo(1);
                });
    }

    @Test
    void aChangeThatItCannotCountChangesNothing() {
        Map<String, Object> settings = new HashMap<>();
        changing(settings).run(context -> {
            RateLimiters limiters = context.getBean(RateLimiters.class);
            settings.put("ratelimited.limiters.first.rate", "7");
            settings.put("ratelimited.limiters.second.algorithm", "token_bucket");
            context.publishEvent(new EnvironmentChangeEvent(context, settings.keySet()));
            assertThat(limiters.get("first").limit().rate()).isEqualTo(1);

            settings.remove("ratelimited.limiters.second.algorithm");
            context.publishEvent(new EnvironmentChangeEvent(context, settings.keySet()));
            assertThat(limiters.get("first").limit().rate()).isEqualTo(7);
        });
    }

    @Test
    void limitsMethodsTogetherWithOtherPrograms() {
        runner.withUserConfiguration(AspectTests.Application.class).run(context -> {
            AspectTests.Letters letters = context.getBean(AspectTests.Letters.class);

            letters.send(name);
            assertThatThrownBy(() -> letters.send(name)).isInstanceOf(RateLimitExceededException.class);
            otherProgram(redisson -> {
                RRateLimiter same = redisson.getRateLimiter("letters:" + name);
                assertThat(same.getConfig().getRate()).isEqualTo(1);
                assertThat(same.availablePermits()).isZero();
                same.delete();
            });
        });
    }

    @Test
    void namesLimitersByThePrefix() {
        withLimit("1m").withPropertyValues("ratelimited.prefix=acme:").run(context -> {
            assertThat(context.getBean(RateLimiters.class).get(name).tryAcquire())
                    .isTrue();
            otherProgram(redisson -> assertThat(
                            redisson.getRateLimiter("acme:" + name).availablePermits())
                    .isZero());
        });
    }

    private ApplicationContextRunner withLimit(String interval) {
        return runner.withPropertyValues(
                "ratelimited.limiters." + name + ".rate=1", "ratelimited.limiters." + name + ".interval=" + interval);
    }

    private void otherProgram(Consumer<RedissonClient> program) {
        Config config = new Config();
        config.useSingleServer().setAddress(redis.url());
        RedissonClient redisson = Redisson.create(config);
        try {
            program.accept(redisson);
        } finally {
            redisson.shutdown();
        }
    }
}
