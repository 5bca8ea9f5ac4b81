package io.github.ratelimited.outbound;

import io.github.ratelimited.rule.RuleSettings;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code ratelimited.clients} as the configuration describes it.
 *
 * @param url pattern of host and path, such as {@code https://api.vendor.example/v1/**}
 * @param rule what is counted
 * @param obey how it obeys what is answered, {@code null} when it does not
 */
public record ClientSettings(
        String url, RuleSettings rule, @Nullable ObeySettings obey) {}
