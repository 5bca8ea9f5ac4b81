package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What methods and programs see of a Redis that is not there. */
@DisplayName("2.18 a store that is down, under each policy")
class FailurePoliciesTests {

    private static final RateLimit FOUR = RateLimit.of(4, Duration.ofHours(1));

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withBean(Api.class)
            .withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1");

    static class Api {

        @RateLimited(name = "open", rate = 1, interval = "1h", onFailure = FailurePolicy.OPEN)
        public void open() {}

        @RateLimited(name = "closed", rate = 1, interval = "1h", onFailure = FailurePolicy.CLOSED)
        public void closed() {}

        @RateLimited(name = "local", rate = 1, interval = "1h", onFailure = FailurePolicy.LOCAL)
        public void local() {}

        @RateLimited(name = "silent", rate = 4, interval = "1h")
        public void silent() {}
    }

    private static void assertLimited(Runnable call, int limit) {
        for (int i = 0; i < limit; i++) {
            call.run();
        }
        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(call::run);
    }

    private static void assertUnavailable(Runnable call) {
        assertThatExceptionOfType(RateLimiterUnavailableException.class).isThrownBy(call::run);
    }

    @Test
    void methodsGoByTheirAnnotation() {
        runner.run(context -> {
            Api api = context.getBean(Api.class);
            api.open();
            api.open();
            assertUnavailable(api::closed);
            assertLimited(api::local, 1);
        });
    }

    @Test
    void limitsAreAppliedInTheProcessWhereNothingIsSaid() {
        runner.run(context -> {
            assertLimited(context.getBean(Api.class)::silent, 4);
            RateLimiter limiter = context.getBean(RateLimiters.class).declare("program", FOUR);
            assertThat(limiter.tryAcquire(4)).isTrue();
            assertThat(limiter.tryAcquire()).isFalse();
        });
    }

    @Test
    void theLocalShareIsPartOfTheLimit() {
        runner.withPropertyValues("ratelimited.failure.local-share=0.5")
                .run(context -> assertLimited(context.getBean(Api.class)::silent, 2));
    }

    @Test
    void settingsOfALimiterWinOverItsAnnotationAndThisOverDefaults() {
        runner.withPropertyValues(
                        "ratelimited.limiters.open.on-failure=closed",
                        "ratelimited.limiters.program.on-failure=local",
                        "ratelimited.defaults.on-failure=closed",
                        "ratelimited.failure.policy=open")
                .run(context -> {
                    Api api = context.getBean(Api.class);
                    assertUnavailable(api::open);
                    assertLimited(api::local, 1);
                    assertUnavailable(api::silent);
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    assertLimited(() -> limiters.declare("program", FOUR).call(() -> 1), 4);
                    assertUnavailable(() -> limiters.declare("other", FOUR).tryAcquire());
                });
    }

    @Test
    void theFailurePolicyIsTheLastResort() {
        runner.withPropertyValues("ratelimited.failure.policy=closed").run(context -> {
            Api api = context.getBean(Api.class);
            assertUnavailable(api::silent);
            assertLimited(api::local, 1);
        });
    }
}
