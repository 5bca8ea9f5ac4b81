package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What Redisson's limiters cannot do ends the start. No Redis is needed for that. */
class RRateLimiterMistakesTests {

    private final String name = "rratelimiter";
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=rratelimiter", "spring.data.redis.url=redis://127.0.0.1:1");

    static class Settled {

        @RateLimited(name = "settled", rate = 5, interval = "1m", settle = "#result")
        public long cost() {
            return 1;
        }
    }

    @Test
    void namesTheMethodsThatItCannotSettle() {
        runner.withBean(Settled.class)
                .withPropertyValues("ratelimited.routes.login.settle=#status")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.routes.login: settle works with permits")
                        .hasMessageContaining("Settled.cost(): settle works with permits that can be given back"));
    }

    static class Planned {

        @RateLimited(name = "planned", rate = 5, interval = "1m", plan = "'pro'")
        public void call() {}

        @RateLimited(name = "first", rate = 5, interval = "1m")
        @RateLimited(name = "second", rate = 5, interval = "1m")
        public void callBoth() {}

        @RateLimited(name = "keyed", rate = 5, interval = "1m", key = "#from")
        @RateLimited(name = "keyed", rate = 5, interval = "1m", key = "#to")
        public void callKeys(String from, String to) {}
    }

    @Test
    void namesTheMethodsOfPlansAndOfSeveralLimits() {
        runner.withBean(Planned.class)
                .withPropertyValues("ratelimited.clients.vendor.plan='pro'")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.clients.vendor: plan counts a key under different limits")
                        .hasMessageContaining("Planned.call(): plan counts a key under different limits")
                        .hasMessageContaining("Planned.callBoth(): several limits are taken together")
                        .hasMessageContaining("Planned.callKeys(String,String): several limits are taken together"));
    }

    static class Blocking {

        @RateLimited(name = "codes", rate = 5, interval = "1m", blockFor = "1h")
        public void open() {}

        @RateLimited(name = "doors", rate = 5, interval = "1m")
        public void knock() {}
    }

    @Test
    void namesEachPlaceThatBlocksRejectedKeys() {
        runner.withBean(Blocking.class)
                .withPropertyValues(
                        "ratelimited.limiters.doors.block-for=1h",
                        "ratelimited.limiters.programs.block-for=1h",
                        "ratelimited.limiters.programs.rate=1",
                        "ratelimited.limiters.programs.interval=1h")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("Blocking.open(): blockFor blocks the keys that are rejected")
                        .hasMessageContaining("ratelimited.limiters.doors: blockFor blocks")
                        .hasMessageContaining("ratelimited.limiters.programs: blockFor blocks")
                        .hasMessageNotContaining("Blocking.knock()"));
        runner.withPropertyValues("ratelimited.defaults.block-for=1h")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("ratelimited.defaults: blockFor blocks"));
    }

    @Test
    void namesAllThatItCannotCountAtOnce() {
        withLimit("1m")
                .withBean(Buckets.class)
                .withPropertyValues(
                        "ratelimited.limiters." + name + ".algorithm=token-bucket",
                        "ratelimited.limiters." + name + ".block-for=1m",
                        "ratelimited.limiters.micros.rate=1",
                        "ratelimited.limiters.micros.interval=1500us")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("ratelimited.limiters." + name + ": Rate limit '" + name
                                + "': RRateLimiter counts by SLIDING_WINDOW only")
                        .hasMessageContaining("Rate limit 'micros': RRateLimiter counts in whole milliseconds")
                        .hasMessageContaining("Rate limit 'buckets': RRateLimiter counts by SLIDING_WINDOW only")
                        .hasMessageContaining("ratelimited.limiters." + name + ": blockFor blocks the keys"));
    }

    static class Buckets {

        @RateLimited(name = "buckets", rate = 1, interval = "1m", algorithm = Algorithm.TOKEN_BUCKET)
        public void take() {}
    }

    @Test
    void namesTheAnnotatedLimitThatItCannotCount() {
        withLimit("1m")
                .withBean(Buckets.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(RateLimitConfigurationException.class)
                        .hasMessageContaining("Rate limit 'buckets': RRateLimiter counts by SLIDING_WINDOW only"));
    }

    private ApplicationContextRunner withLimit(String interval) {
        return runner.withPropertyValues(
                "ratelimited.limiters." + name + ".rate=1", "ratelimited.limiters." + name + ".interval=" + interval);
    }
}
