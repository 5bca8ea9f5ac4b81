package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.internal.SettingChecks;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of questions to the LimitSource bean.
 *
 * @param ttl How long an answer is used before it is refreshed in the background.
 * @param timeout How long a call waits for the first answer about its key. After that the limiter's own limit counts.
 */
public record LimitSourceProperties(
        @DefaultValue("60s") Duration ttl,
        @DefaultValue("250ms") Duration timeout) {

    public LimitSourceProperties {
        SettingsCheck check = new SettingsCheck();
        check.attempt(() -> SettingChecks.timeout("ratelimited.limit-source.ttl", ttl));
        check.attempt(() -> SettingChecks.timeout("ratelimited.limit-source.timeout", timeout));
        check.end();
    }
}
