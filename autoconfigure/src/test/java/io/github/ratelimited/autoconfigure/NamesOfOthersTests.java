package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A method may name a limiter whose limit only Redis knows, because another program has set it. */
@ExtendWith({RedisExtension.class, OutputCaptureExtension.class})
class NamesOfOthersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withPropertyValues(
                    "ratelimited.prefix=" + UUID.randomUUID(),
                    "ratelimited.redis.timeout=20s",
                    "spring.data.redis.url=" + Redis.shared().url());

    static class Api {

        @RateLimited("theirs")
        public void call() {}
    }

    @Test
    void isAskedOfRedisBeforeTheStartIsRefused() {
        runner.withBean(Api.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("No rate limit named 'theirs'"));
        runner.run(context -> assertThatIllegalStateException()
                .isThrownBy(
                        () -> context.getBean(RateLimiters.class).get("theirs").tryAcquire())
                .withMessage("No rate limit named 'theirs'; known are []. A limit has a rate and an interval, in the"
                        + " configuration or from declare"));
        runner.run(context ->
                context.getBean(RateLimiters.class).get("theirs").setRate(RateLimit.of(1, Duration.ofHours(1))));
        runner.withBean(Api.class).run(context -> {
            context.getBean(Api.class).call();
            assertThatThrownBy(context.getBean(Api.class)::call).isInstanceOf(RateLimitExceededException.class);
        });
    }

    @Test
    void doesNotEndTheStartWhileRedisIsDown(CapturedOutput output) {
        runner.withBean(Api.class)
                .withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).contains("Redis could not say whether there is a rate limit 'theirs'");
                    assertThatThrownBy(context.getBean(Api.class)::call)
                            .isInstanceOf(RateLimiterUnavailableException.class);
                });
    }
}
