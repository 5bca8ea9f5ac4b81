package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.launcher.RedisExtension;
import io.github.ratelimited.observe.LimiterObserver;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@ExtendWith(RedisExtension.class)
class LeaseSettingsTests {

    private final ApplicationContextRunner runner;

    LeaseSettingsTests(Redis redis) {
        this.runner = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RateLimitedAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimited.prefix=lease-" + UUID.randomUUID(),
                        "spring.data.redis.url=" + redis.url(),
                        "ratelimited.redis.timeout=20s",
                        "ratelimited.limiters.hot.rate=1000",
                        "ratelimited.limiters.hot.interval=1h");
    }

    static class Leased implements LimiterObserver {

        final LongAdder permits = new LongAdder();

        @Override
        public void leased(String limiter, long leased) {
            permits.add(leased);
        }
    }

    private static void call(RateLimiters limiters) {
        RateLimiter hot = limiters.get("hot");
        for (int i = 0; i < 200; i++) {
            assertThat(hot.tryAcquire()).isTrue();
        }
    }

    @Test
    void leasesTheLimiterThatIsNamed() {
        runner.withPropertyValues("ratelimited.limiters.hot.lease=1s")
                .withBean(Leased.class)
                .run(context -> {
                    call(context.getBean(RateLimiters.class));
                    assertThat(context.getBean(Leased.class).permits.sum()).isPositive();
                });
    }

    @Test
    void leasesNothingUnasked() {
        runner.withBean(Leased.class).run(context -> {
            call(context.getBean(RateLimiters.class));
            assertThat(context.getBean(Leased.class).permits.sum()).isZero();
        });
    }

    @Test
    void countsWithinTheProcessAsWithout() {
        runner.withPropertyValues("ratelimited.store=local", "ratelimited.limiters.hot.lease=100ms")
                .run(context -> call(context.getBean(RateLimiters.class)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "limiters.hot.lease=5ms | ratelimited.limiters.hot.lease must be from 10ms to 1s, but is PT0.005S",
                "limiters.hot.lease=2s | ratelimited.limiters.hot.lease must be from 10ms to 1s, but is PT2S",
                "defaults.lease=100ms | ratelimited.defaults.lease must not be set",
            })
    void refusesLeasesThatCannotBe(String property, String message) {
        runner.withPropertyValues("ratelimited." + property)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(message));
    }

    @ParameterizedTest
    @CsvSource({
        "limiters.hot.algorithm=leaky_bucket, LEAKY_BUCKET spaces calls",
        "limiters.hot.type=per_client, PER_CLIENT is counted within the process",
        "limiters.hot.interval=500ms, a tenth of the interval",
        "limiters.hot.block-for=1m, must not be set together with ratelimited.limiters.hot.block-for",
        "defaults.block-for=1m, must not be set together with ratelimited.defaults.block-for"
    })
    void refusesLeasesOfLimitsThatCannotBeLeased(String property, String message) {
        runner.withPropertyValues("ratelimited.limiters.hot.lease=100ms", "ratelimited." + property)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageStartingWith("ratelimited.limiters.hot.lease")
                        .hasMessageContaining(message));
    }

    static class Settled {

        @RateLimited(name = "hot", settle = "#result")
        public long cost() {
            return 1;
        }
    }

    static class Blocking {

        @RateLimited(name = "blocking", rate = 5, interval = "1m", blockFor = "1m")
        public void call() {}
    }

    static class Spaced {

        @RateLimited(name = "spaced", rate = 5, interval = "1m", algorithm = Algorithm.LEAKY_BUCKET)
        public void call() {}
    }

    @Test
    void namesMethodsWhoseLimitsCannotBeLeased() {
        runner.withPropertyValues(
                        "ratelimited.limiters.hot.lease=100ms",
                        "ratelimited.limiters.blocking.lease=100ms",
                        "ratelimited.limiters.spaced.lease=100ms")
                .withBean(Settled.class)
                .withBean(Blocking.class)
                .withBean(Spaced.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("Settled.cost(): settle needs every call to be counted by itself")
                        .hasMessageContaining("Blocking.call(): blockFor would block keys")
                        .hasMessageContaining("Spaced.call(): LEAKY_BUCKET spaces calls")
                        .hasMessageContaining("Correct ratelimited.limiters.spaced.lease"));
    }

    @Test
    void namesRoutesAndClientsThatSettle() {
        runner.withPropertyValues(
                        "ratelimited.limiters.hot.lease=100ms",
                        "ratelimited.routes.logins.limiter=hot",
                        "ratelimited.routes.logins.settle=#status == 401 ? 1 : 0",
                        "ratelimited.clients.hot.settle=#status == 401 ? 1 : 0",
                        "ratelimited.clients.vendor.limiter=hot")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.routes.logins: settle needs every call")
                        .hasMessageContaining("ratelimited.clients.hot: settle needs every call")
                        .hasMessageNotContaining("ratelimited.clients.vendor"));
    }

    @Test
    void refusesLeasesOfRedissonsLimiters() {
        runner.withPropertyValues("ratelimited.store=rratelimiter", "ratelimited.limiters.hot.lease=100ms")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.limiters.hot.lease: a lease takes permits ahead")
                        .hasMessageContaining("Set ratelimited.store to redis"));
    }
}
