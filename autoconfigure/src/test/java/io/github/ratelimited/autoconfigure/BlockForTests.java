package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Keys that are rejected are blocked where annotation or configuration say so. */
class BlockForTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local")
            .withUserConfiguration(Application.class);

    static class Doors {

        @RateLimited(name = "codes", key = "#user", rate = 1, interval = "1h", timeout = "0", blockFor = "2h")
        public void open(String user) {}

        @RateLimited(name = "plain", key = "#user", rate = 1, interval = "1h")
        public void knock(String user) {}
    }

    static class Others {

        @RateLimited(name = "codes", key = "#user", rate = 1, interval = "1h", blockFor = "3h")
        public void enter(String user) {}

        @RateLimited(name = "waiting", rate = 1, interval = "1h", timeout = "1s", blockFor = "3h")
        public void waits() {}

        @RateLimited(name = "negative", rate = 1, interval = "1h", blockFor = "-1s")
        public void negative() {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Doors.class)
    static class Application {}

    private static void rejected(Runnable call, boolean blocked) {
        assertThatExceptionOfType(RateLimitExceededException.class)
                .isThrownBy(call::run)
                .satisfies(rejected -> assertThat(rejected.getDecision())
                        .returns(blocked, Decision::blocked)
                        .extracting(Decision::retryAfter)
                        .satisfies(wait -> assertThat(wait).isGreaterThan(Duration.ofMinutes(110))));
    }

    @Test
    void aRejectedCallBlocksItsKeyForSoLong() {
        runner.run(context -> {
            Doors doors = context.getBean(Doors.class);
            doors.open("alice");
            rejected(() -> doors.open("alice"), false);
            rejected(() -> doors.open("alice"), true);
            doors.open("bob");
            Duration left = context.getBean(RateLimiters.class)
                    .get("codes")
                    .forKey("alice")
                    .blockedFor();
            assertThat(left).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
        });
    }

    @Test
    void theConfigurationSaysItForAnyLimiter() {
        runner.withPropertyValues("ratelimited.limiters.plain.block-for=3h", "ratelimited.limiters.codes.block-for=4h")
                .run(context -> {
                    Doors doors = context.getBean(Doors.class);
                    RateLimiters limiters = context.getBean(RateLimiters.class);
                    doors.knock("alice");
                    rejected(() -> doors.knock("alice"), false);
                    assertThat(limiters.get("plain").forKey("alice").blockedFor())
                            .isGreaterThan(Duration.ofMinutes(170));
                    doors.open("alice");
                    rejected(() -> doors.open("alice"), false);
                    assertThat(limiters.get("codes").forKey("alice").blockedFor())
                            .isGreaterThan(Duration.ofMinutes(230));
                });
    }

    @Test
    void aLimiterThatOnlyWatchesBlocksNobody() {
        runner.withPropertyValues("ratelimited.limiters.codes.mode=shadow").run(context -> {
            Doors doors = context.getBean(Doors.class);
            for (int i = 0; i < 3; i++) {
                doors.open("alice");
            }
            assertThat(context.getBean(RateLimiters.class)
                            .get("codes")
                            .forKey("alice")
                            .blockedFor())
                    .isZero();
        });
    }

    @Test
    void mistakesFailTheStart() {
        runner.withBean(Others.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("'codes' has blockFor PT")
                        .hasMessageContaining("'waiting' has blockFor, which follows calls that find no permits")
                        .hasMessageContaining("blockFor must be positive and at most 100 years, but is PT-1S"));
        runner.withPropertyValues("ratelimited.limiters.codes.block-for=0s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining(
                                "ratelimited.limiters.codes.block-for must be positive and at most 100 years, but is"
                                        + " PT0S"));
    }
}
