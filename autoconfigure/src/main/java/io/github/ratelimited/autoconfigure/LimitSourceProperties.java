package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.store.Settings;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the LimitSource bean is asked.
 *
 * @param ttl How long an answer is good for, before it is asked for again in the background.
 * @param timeout How long a call waits for the first answer about its key, before it counts under the limiter's own limit.
 */
public record LimitSourceProperties(
        @DefaultValue("60s") Duration ttl,
        @DefaultValue("250ms") Duration timeout) {

    public LimitSourceProperties {
        Settings.timeout("ratelimited.limit-source.ttl", ttl);
        Settings.timeout("ratelimited.limit-source.timeout", timeout);
    }
}
