package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedMetricsAutoConfiguration;
import io.github.ratelimited.interceptor.definition.PublicLimiters;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.metrics.LimiterMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ChildContextTests {

    static class Above {

        @RateLimited(rate = 1, interval = "1h")
        public void call() {}
    }

    static class Below {

        @RateLimited(name = "below", rate = 1, interval = "1h")
        public void call() {}

        @RateLimited(name = "costly", rate = 1, interval = "1h", settle = "#result.cost")
        public String costly() {
            return "has no cost";
        }
    }

    static class Codes {

        @RateLimited(name = "codes", rate = 1, interval = "1h", blockFor = "15m")
        public void code() {}
    }

    static class Mails {

        @RateLimited(name = "mails", rate = 1, interval = "1h", onFailure = FailurePolicy.CLOSED)
        public void mail() {}
    }

    private final List<Decision> above = new ArrayList<>();
    private final List<Decision> below = new ArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local");
    private final ApplicationContextRunner parent =
            runner.withBean(Above.class).withBean("aboveListener", DecisionListener.class, () -> above::add);

    private ApplicationContextRunner child() {
        return runner.withBean(Below.class).withBean("belowListener", DecisionListener.class, () -> below::add);
    }

    @Test
    void keepsNamesMadeFromMethodsOfTheParentToItself() {
        parent.run(parent -> child().withParent(parent).run(child -> {
            PublicLimiters limiters =
                    new PublicLimiters(child.getBean(RateLimitedMethods.class), child.getBeanFactory());
            String unnamed = Above.class.getName().replace('$', '.') + ".call";
            assertThat(parent.getBean(RateLimiters.class).names()).contains(unnamed);
            assertThat(limiters.contains(unnamed)).isFalse();
            assertThat(limiters.contains("below")).isTrue();
        }));
    }

    @Test
    void takesPermitsOfTheParentOnce() {
        parent.run(parent -> child().withParent(parent).run(child -> {
            assertThat(child.getBean(RateLimiters.class)).isSameAs(parent.getBean(RateLimiters.class));
            Below calls = child.getBean(Below.class);
            calls.call();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(calls::call);
        }));
    }

    @Test
    void tellsListenersOfItsOwnAndOfTheParent() {
        parent.run(parent -> child().withParent(parent).run(child -> {
            child.getBean(Below.class).call();
            child.getBean(Above.class).call();
            assertThat(above).hasSize(2);
            assertThat(below).extracting(Decision::limiter).containsExactly("below");
        }));
    }

    @Test
    void failsForABlockThatTheParentDoesNotSet() {
        parent.run(parent -> runner.withBean(Codes.class)
                .withParent(parent)
                .run(child -> assertThat(child.getStartupFailure())
                        .hasMessageContaining("block-for of 'codes' is PT15M here, but not set in the parent context")
                        .hasMessageContaining("Set ratelimited.limiters.codes.block-for in the parent context")));
        parent.run(parent -> runner.withPropertyValues("ratelimited.limiters.below.block-for=1m")
                .withBean(Below.class)
                .withParent(parent)
                .run(child -> assertThat(child.getStartupFailure()).isNotNull()));
    }

    @Test
    void blocksAsTheParentSays() {
        parent.withPropertyValues("ratelimited.limiters.codes.block-for=15m")
                .run(parent -> runner.withBean(Codes.class).withParent(parent).run(child -> {
                    Codes codes = child.getBean(Codes.class);
                    codes.code();
                    assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(codes::code);
                    assertThat(parent.getBean(RateLimiters.class).get("codes").blockedFor())
                            .isPositive();
                }));
    }

    @Test
    void failsForAFailurePolicyThatTheParentDoesNotSet() {
        ApplicationContextRunner redis = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
                .withPropertyValues("spring.data.redis.url=" + Redis.shared().url());
        redis.run(parent -> redis.withBean(Mails.class)
                .withParent(parent)
                .run(child -> assertThat(child.getStartupFailure())
                        .hasMessageContaining(
                                "on-failure of 'mails' is CLOSED here, but LOCAL in the parent context")));
        redis.withPropertyValues("ratelimited.failure.policy=closed")
                .run(parent -> redis.withBean(Mails.class)
                        .withParent(parent)
                        .run(child -> assertThat(child.getStartupFailure()).isNull()));
    }

    @Test
    void usesTheMetersOfTheParent() {
        ApplicationContextRunner metered = runner.withConfiguration(
                AutoConfigurations.of(RateLimitedAutoConfiguration.class, RateLimitedMetricsAutoConfiguration.class));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        metered.withBean(MeterRegistry.class, () -> registry)
                .run(parent -> metered.withBean(Below.class).withParent(parent).run(child -> {
                    assertThat(child.getBean(LimiterMeters.class)).isSameAs(parent.getBean(LimiterMeters.class));
                    child.getBean(Below.class).costly();
                    assertThat(registry.get("ratelimited.settle.failures")
                                    .counter()
                                    .count())
                            .isOne();
                }));
    }
}
