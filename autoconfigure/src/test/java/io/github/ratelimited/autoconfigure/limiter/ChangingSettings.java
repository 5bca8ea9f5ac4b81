package io.github.ratelimited.autoconfigure.limiter;

import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

/** Applications whose settings change while they run. */
final class ChangingSettings {

    private ChangingSettings() {}

    /** {@return what starts applications with settings that a test changes, ahead of all others} */
    static ApplicationContextRunner runner(Map<String, Object> settings) {
        return new ApplicationContextRunner()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("changing", settings)))
                .withConfiguration(AutoConfigurations.of(
                        RateLimitedAutoConfiguration.class, RateLimitedRefreshAutoConfiguration.class));
    }
}
