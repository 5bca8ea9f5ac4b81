package io.github.ratelimited.interceptor.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsReloadTests {

    private static final RateLimit ONE = RateLimit.of(1, Duration.ofSeconds(1));

    static class Api {

        @RateLimited(name = "first", rate = 1, interval = "1s")
        public void first() {}

        @RateLimited(name = "second", rate = 1, interval = "1s")
        public void second() {}
    }

    @Test
    void aLimitThatCannotBeCountedLeavesAllLimitsAndPlansAsTheyWere() {
        try (AspectContext context = AspectContext.of(Api.class).start()) {
            SettingsReload reload = new SettingsReload(context.get(RateLimitedMethods.class), context.limiters);
            context.limiters.uncountable = RateLimit.of(6, Duration.ofSeconds(1));
            SettingsPrecedence settings = new SettingsPrecedence(
                    LimiterSettings.NONE,
                    Map.of("first", SomeSettings.limit(5L, null), "second", SomeSettings.limit(6L, null)),
                    Map.of("first", Map.of("pro", Plan.of(9, Duration.ofSeconds(1)))),
                    Set.of());

            assertThatExceptionOfType(RateLimitConfigurationException.class)
                    .isThrownBy(() -> reload.apply(settings, Map.of(), List.of()))
                    .withMessageContaining("cannot count 6 per");
            assertThat(context.limiters.limits).isEqualTo(Map.of("first", ONE, "second", ONE));
            assertThat(context.limiters.plans).isEqualTo(Map.of("first", Map.of()));
        }
    }
}
