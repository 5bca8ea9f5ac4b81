package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.launcher.Redis;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Several limits with plans on one method. */
class SeveralPlansTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withBean(Api.class)
            .withPropertyValues(
                    "spring.data.redis.url=" + Redis.shared().url(),
                    "ratelimited.redis.timeout=20s",
                    "ratelimited.prefix=several-" + UUID.randomUUID(),
                    "ratelimited.limiters.burst.plans.pro.rate=10",
                    "ratelimited.limiters.day.plans.pro.rate=4");

    static class Api {

        @RateLimited(name = "burst", rate = 2, interval = "1h", key = "#user", plan = "#plan")
        @RateLimited(name = "day", rate = 3, interval = "1d", key = "#user", plan = "#plan")
        public void call(String user, @Nullable Object plan) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "redis"})
    void takeAllOrNone(String store) {
        runner.withPropertyValues("ratelimited.store=" + store).run(context -> {
            Api api = context.getBean(Api.class);
            RateLimiters limiters = context.getBean(RateLimiters.class);
            for (int i = 0; i < 4; i++) {
                api.call("ann", Optional.of("pro"));
            }
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> api.call("ann", "pro"))
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limiter()).isEqualTo("day"));
            assertThat(limiters.get("burst").forKey("ann").withPlan("pro").availablePermits())
                    .isEqualTo(6);
            // A downgrade keeps what was used.
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> api.call("ann", Optional.empty()))
                    .satisfies(rejected ->
                            assertThat(rejected.getDecision().limit().rate()).isIn(2L, 3L));
            assertThat(limiters.get("burst").forKey("ann").withPlan("pro").availablePermits())
                    .isEqualTo(6);
        });
    }
}
