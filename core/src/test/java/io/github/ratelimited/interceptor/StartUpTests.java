package io.github.ratelimited.interceptor;

import static io.github.ratelimited.interceptor.StartUpLog.logged;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SomeSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is logged of the limits once the application has started. */
class StartUpTests {

    static class Api {

        @RateLimited(name = "shared", rate = 1, interval = "1s")
        public void one() {}

        @RateLimited(name = "shared", rate = 1, interval = "1s")
        @RateLimited(name = "other", rate = 1, interval = "1s")
        public void two() {}
    }

    static class Free {

        public void free() {}
    }

    static class Dashed {

        @RateLimited(name = "SMS-burst", rate = 1, interval = "1s")
        public void send() {}
    }

    static class Single {

        @RateLimited(name = "single", rate = 1, interval = "1s")
        public void call() {}
    }

    @Test
    void saysHowManyLimitersAreOnHowManyMethods() {
        assertThat(logged(AspectContext.of(Api.class))).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage()).isEqualTo("2 rate limits on 2 methods, decided by fakes");
        });
    }

    @Test
    void countsOneAsOne() {
        assertThat(logged(AspectContext.of(Single.class)))
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("1 rate limit on 1 method, decided by fakes");
    }

    @Test
    void saysNothingWhereNothingIsLimited() {
        assertThat(logged(AspectContext.of(Free.class))).isEmpty();
    }

    @Test
    void namesLimitersOfTheConfigurationThatNoMethodUses() {
        LimiterSettings some = SomeSettings.limit(5L, Duration.ofSeconds(1));
        AspectContext context = AspectContext.of(Api.class)
                .settings(LimiterSettings.NONE, Map.of("othr", some, "batch", some, "other", LimiterSettings.NONE));
        assertThat(logged(context)).hasSize(2).anySatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage()).startsWith("No method uses").endsWith(": [batch, othr]");
        });
    }

    @Test
    void warnsOfHalfALimitThatNobodyCompletes() {
        LimiterSettings rate = SomeSettings.limit(5L, null);
        LimiterSettings interval = SomeSettings.limit(null, Duration.ofSeconds(1));
        AspectContext context = AspectContext.of(Free.class)
                .settings(LimiterSettings.NONE, Map.of("api", rate, "batch", interval, "declared", rate));
        context.limiters.declare("declared", RateLimit.of(1, Duration.ofSeconds(1)));

        assertThat(logged(context))
                .anySatisfy(event -> {
                    assertThat(event.getLevel()).isEqualTo(Level.WARN);
                    assertThat(event.getFormattedMessage()).endsWith(": [api (has no interval), batch (has no rate)]");
                })
                .anySatisfy(event ->
                        assertThat(event.getFormattedMessage()).endsWith("can still use them by name: [declared]"))
                .hasSize(2);
    }

    @Test
    void namesTheLimiterThatAnEnvironmentVariableCannotSet() {
        LimiterSettings some = SomeSettings.limit(5L, Duration.ofSeconds(1));
        assertThat(logged(AspectContext.of(Dashed.class).settings(LimiterSettings.NONE, Map.of("smsburst", some))))
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(message -> assertThat(message).endsWith(": [smsburst (did you mean 'SMS-burst'?)]"));
        assertThat(logged(AspectContext.of(Dashed.class)
                        .settings(LimiterSettings.NONE, Map.of("smsburst", some, "SMS-burst", some))))
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(message -> assertThat(message).endsWith(": [smsburst]"));
    }
}
