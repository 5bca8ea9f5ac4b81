package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;

/** A lease of the start stays until the next one, whatever is read later. No Redis is needed for that. */
@ExtendWith(OutputCaptureExtension.class)
class ChangedLeasesTests {

    private static final String LEASE = "ratelimited.limiters.hot.lease";

    private final Map<String, Object> settings = new HashMap<>();
    private final ApplicationContextRunner runner = ChangingSettings.runner(settings)
            .withBean(Api.class)
            .withPropertyValues(
                    "ratelimited.redis.url=redis://127.0.0.1:1",
                    "ratelimited.limiters.hot.rate=1000",
                    "ratelimited.limiters.hot.interval=1h");

    static class Api {

        @RateLimited(name = "hot", blockFor = "${api.block:}")
        public void call() {}

        @RateLimited(name = "${api.limiter:cold}", rate = 5, interval = "1m", settle = "#result")
        public long cost() {
            return 1;
        }
    }

    @BeforeEach
    void lease() {
        settings.put(LEASE, "100ms");
    }

    private void change(ApplicationContext context, String name, String value) {
        settings.remove(LEASE);
        settings.put(name, value);
        context.publishEvent(new EnvironmentChangeEvent(context, Set.of(LEASE, name)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ratelimited.limiters.hot.block-for | 15m | ratelimited.limiters.hot: blockFor",
                "ratelimited.defaults.block-for | 15m | ratelimited.limiters.hot: blockFor",
                "api.block | 15m | Api.call(): blockFor",
                "api.limiter | hot | Api.cost(): settle",
                "ratelimited.routes.hot.settle | #status == 401 ? 1 : 0 | ratelimited.routes.hot: settle",
                "ratelimited.clients.hot.settle | #status == 401 ? 1 : 0 | ratelimited.clients.hot: settle"
            })
    void refusesWhatALeaseThatHasGoneFromTheSettingsForbids(
            String name, String value, String message, CapturedOutput output) {
        runner.run(context -> {
            change(context, name, value);

            assertThat(output)
                    .contains("stay in force: ")
                    .contains(message)
                    .contains("Restart first: " + LEASE + " is read at startup only");
            assertThat(context.getBean(RateLimitedMethods.class).blockFor("hot"))
                    .isNull();
        });
    }

    @Test
    void takesALimitThatEndsTheLease(CapturedOutput output) {
        runner.run(context -> {
            change(context, "ratelimited.limiters.hot.algorithm", "leaky-bucket");

            assertThat(context.getBean(RateLimiters.class).get("hot").limit().algorithm())
                    .hasToString("LEAKY_BUCKET");
            assertThat(output).doesNotContain("stay in force");
        });
    }

    @Test
    void blocksWhereNothingIsLeased() {
        settings.clear();
        runner.run(context -> {
            change(context, "ratelimited.limiters.hot.block-for", "15m");

            assertThat(context.getBean(RateLimitedMethods.class).blockFor("hot"))
                    .isEqualTo(Duration.ofMinutes(15));
        });
    }
}
