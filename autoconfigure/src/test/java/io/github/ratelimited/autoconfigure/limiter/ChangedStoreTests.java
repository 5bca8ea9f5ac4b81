package io.github.ratelimited.autoconfigure.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;

/** The store of the start decides what can be changed, whatever is read later. No Redis is needed for that. */
@ExtendWith(OutputCaptureExtension.class)
class ChangedStoreTests {

    private final Map<String, Object> settings = new HashMap<>();
    private final ApplicationContextRunner runner = ChangingSettings.runner(settings)
            .withBean(LimitSource.class, () -> (limiter, key) -> RateLimit.of(500, Duration.ofMinutes(1)))
            .withPropertyValues(
                    "ratelimited.redis.url=redis://127.0.0.1:1",
                    "ratelimited.limit-source.timeout=20s",
                    "ratelimited.limiters.search.rate=5",
                    "ratelimited.limiters.search.interval=1m");

    private void askSource(ApplicationContext context, String store) {
        settings.put("ratelimited.store", store);
        settings.put("ratelimited.limiters.search.limit-source", true);
        context.publishEvent(new EnvironmentChangeEvent(context, settings.keySet()));
    }

    @Test
    void refusesWhatTheStoreInUseCannotDo(CapturedOutput output) {
        runner.withPropertyValues("ratelimited.store=rratelimiter").run(context -> {
            askSource(context, "redis");

            assertThat(output).contains("stay in force: ").contains("The store rratelimiter keeps one limit for a key");
        });
    }

    @Test
    void doesWhatTheStoreInUseCan(CapturedOutput output) {
        runner.withPropertyValues("ratelimited.store=local").run(context -> {
            askSource(context, "rratelimiter");

            assertThat(context.getBean(RateLimiters.class)
                            .get("search")
                            .forKey("acme")
                            .limit()
                            .rate())
                    .isEqualTo(500);
            assertThat(output).doesNotContain("stay in force");
        });
    }
}
