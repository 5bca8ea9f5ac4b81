package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

@ExtendWith(OutputCaptureExtension.class)
class EnvironmentChangesTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final Map<String, Object> settings = new HashMap<>();
    private final ApplicationContextRunner runner = ChangingSettings.runner(settings)
            .withBean(Api.class)
            .withBean(Heard.class)
            .withPropertyValues("ratelimited.store=local");

    static class Api {

        @RateLimited(name = "fixed", rate = 1, interval = "1h")
        public String fixed() {
            return "fixed";
        }

        @RateLimited(name = "open", rateString = "${api.rate:1}", interval = "1h")
        public String open() {
            return "open";
        }
    }

    static class Heard {

        private final Map<String, RateLimit> changes = new HashMap<>();

        @EventListener
        void on(RateLimitChangedEvent event) {
            assertThat(event.cause()).isEqualTo(RateLimitChangedEvent.Cause.CONFIGURATION);
            changes.put(event.limiter(), event.after());
        }
    }

    private void change(ApplicationContext context, String name, String value) {
        settings.put(name, value);
        context.publishEvent(new EnvironmentChangeEvent(context, Set.of(name)));
    }

    private static RateLimit limit(ApplicationContext context, String name) {
        return context.getBean(RateLimiters.class).get(name).limit();
    }

    @Test
    void putsChangedLimitsInForce() {
        runner.run(context -> {
            Api api = context.getBean(Api.class);
            api.fixed();
            assertThatThrownBy(api::fixed).isInstanceOf(RateLimitExceededException.class);

            change(context, "ratelimited.limiters.fixed.rate", "2");
            api.fixed();
            assertThatThrownBy(api::fixed).isInstanceOf(RateLimitExceededException.class);
            change(context, "ratelimited.limiters.fixed.rate", "3");
            api.fixed();

            assertThat(context.getBean(Heard.class).changes).containsOnly(Map.entry("fixed", RateLimit.of(3, HOUR)));
        });
    }

    @Test
    void putsModesAndPlaceholdersAndNewLimitersInForce(CapturedOutput output) {
        runner.run(context -> {
            Api api = context.getBean(Api.class);
            change(context, "api.rate", "7");
            assertThat(limit(context, "open")).isEqualTo(RateLimit.of(7, HOUR));

            change(context, "ratelimited.defaults.mode", "shadow");
            api.fixed();
            api.fixed();
            assertThat(output).contains("Rate limit 'fixed' had the mode ENFORCE and has SHADOW now");

            change(context, "ratelimited.defaults.interval", "1m");
            change(context, "ratelimited.limiters.fresh.rate", "9");
            assertThat(limit(context, "fresh")).isEqualTo(RateLimit.of(9, Duration.ofMinutes(1)));

            change(context, "ratelimited.defaults.mode", "enforce");
            assertThat(output)
                    .contains("Rate limit 'fresh' was not declared and is declared as 9 per PT1M")
                    .containsOnlyOnce("code can still use them by name: [fresh]");
        });
    }

    @Test
    void keepsTheSettingsBeforeADurationWithoutAUnit(CapturedOutput output) {
        runner.run(context -> {
            change(context, "ratelimited.limiters.fixed.interval", "10");

            assertThat(limit(context, "fixed")).isEqualTo(RateLimit.of(1, HOUR));
            assertThat(output).contains("stay in force: ratelimited.limiters.fixed.interval needs a unit");
        });
    }

    static class Split {

        @RateLimited(name = "split", rate = 1, interval = "1h", onFailure = FailurePolicy.OPEN)
        public void one() {}

        @RateLimited(name = "split", rate = 1, interval = "1h", onFailure = FailurePolicy.CLOSED)
        public void other() {}
    }

    @Test
    void keepsTheSettingsThatDecideBetweenAnnotations(CapturedOutput output) {
        settings.put("ratelimited.limiters.split.on-failure", "open");
        runner.withBean(Split.class).run(context -> {
            settings.remove("ratelimited.limiters.split.on-failure");
            change(context, "ratelimited.limiters.fixed.rate", "2");

            assertThat(output).contains("stay in force: ").contains("Rate limit 'split' has onFailure ");
            assertThat(limit(context, "fixed")).isEqualTo(RateLimit.of(1, HOUR));
        });
    }

    static class Deaf {

        @EventListener
        void on(RateLimitChangedEvent event) {
            throw new IllegalStateException("audit is down");
        }
    }

    @Test
    void listenerThatFailsHidesNoOtherChange(CapturedOutput output) {
        runner.withBean(Deaf.class).run(context -> {
            settings.put("ratelimited.limiters.fixed.rate", "2");
            change(context, "ratelimited.limiters.open.rate", "3");

            assertThat(output)
                    .contains("Rate limit 'fixed' was", "Rate limit 'open' was", "change of rate limit 'fixed'")
                    .contains("change of rate limit 'open'", "audit is down");
        });
    }

    @Test
    void leavesAnOperatorsLimitInForce() {
        runner.run(context -> {
            context.getBean(RateLimiters.class).get("fixed").setRate(RateLimit.of(5, HOUR));
            change(context, "ratelimited.limiters.fixed.rate", "2");

            assertThat(limit(context, "fixed").rate()).isEqualTo(5);
            context.getBean(RateLimiters.class).get("fixed").clearRate();
            assertThat(limit(context, "fixed").rate()).isEqualTo(2);
        });
    }

    @Test
    void changesNothingOnMistakes(CapturedOutput output) {
        runner.run(context -> {
            settings.put("ratelimited.limiters.open.rate", "4");
            change(context, "ratelimited.limiters.fixed.rate", "0");
            change(context, "ratelimited.limiters.fixed.rate", "3");
            change(context, "ratelimited.limiter.fixed.rate", "2");
            settings.put("ratelimited.limiters.open.rate", "9");
            change(context, "ratelimited.limiters.[p q].rate", "2");
            settings.clear();
            change(context, "api.rate", "many");

            assertThat(limit(context, "open").rate()).isEqualTo(4);
            assertThat(limit(context, "fixed").rate()).isEqualTo(3);
            assertThat(output)
                    .contains("stay in force")
                    .contains("ratelimited.limiters.fixed.rate must be at least 1, but is 0")
                    .contains("ratelimited.limiter.fixed.rate")
                    .contains("but is 'p q'");
        });
    }

    interface Late {

        String late();
    }

    static class LateApi implements Late {

        @Override
        @RateLimited(name = "late", rateString = "${late.rate}", interval = "1h")
        public String late() {
            return "late";
        }
    }

    @Test
    void aMistakeOfABeanThatCameLateBlocksNoChange() {
        settings.put("late.rate", "many");
        runner.withBean(Late.class, LateApi::new, bean -> bean.setLazyInit(true))
                .run(context -> {
                    Late late = context.getBean(Late.class);
                    assertThatThrownBy(late::late).hasMessageContaining("many");

                    change(context, "ratelimited.limiters.fixed.rate", "7");
                    assertThat(limit(context, "fixed").rate()).isEqualTo(7);
                    assertThatThrownBy(late::late).hasMessageContaining("many");

                    change(context, "late.rate", "5");
                    assertThat(late.late()).isEqualTo("late");
                    assertThat(limit(context, "late").rate()).isEqualTo(5);
                });
    }

    @Test
    void startsWithoutSpringCloud() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class, RateLimitedRefreshAutoConfiguration.class))
                .withPropertyValues("ratelimited.store=local")
                .withClassLoader(new FilteredClassLoader(EnvironmentChangeEvent.class))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
