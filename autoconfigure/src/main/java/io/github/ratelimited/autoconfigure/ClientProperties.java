package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.outbound.ClientSettings;
import io.github.ratelimited.outbound.ObeySettings;
import io.github.ratelimited.outbound.ResetUnit;
import io.github.ratelimited.rule.RuleSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a limit on outgoing requests.
 *
 * @param url Pattern of host and path of the URLs that count, such as https://api.vendor.example/v1/**.
 * @param methods HTTP methods that count. All by default.
 * @param limiter Name of the limiter. The id of the entry by default.
 * @param key SpEL expression for the key. By default all requests share the limit.
 * @param permits SpEL expression for the permits that a request takes.
 * @param condition SpEL expression that says whether a request counts.
 * @param plan SpEL expression for the plan that a request counts by.
 * @param settle SpEL expression for what a request really took, evaluated when it has an answer or has failed.
 * @param timeout Longest wait for permits. 0 never waits, -1 waits as long as it takes. By default that of the limiter.
 * @param obey Whether answers of the vendor block the limiter, such as 429 with Retry-After.
 * @param maxBlock Longest block that an answer can bring.
 * @param fields Header fields of the vendor that say when nothing is left.
 */
public record ClientProperties(
        @DefaultValue("") String url,
        @Nullable Set<String> methods,
        @Nullable String limiter,
        @Nullable String key,
        @Nullable String permits,
        @Nullable String condition,
        @Nullable String plan,
        @Nullable String settle,
        @Nullable Duration timeout,
        @DefaultValue("true") boolean obey,
        @DefaultValue("1h") Duration maxBlock,
        @DefaultValue Fields fields) {

    /** {@return all limits on requests to others, sorted by id, without the limits of their limiters} */
    public static List<ClientSettings> all(RateLimitedProperties properties) {
        SettingsPrecedence settings = properties.settings();
        return properties.clients().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(client -> client.getValue().settings(client.getKey(), settings))
                .toList();
    }

    /** {@return the same with the limits of their limiters, as far as methods and the configuration say them} */
    public static List<ClientSettings> all(RateLimitedProperties properties, LimitedMethodRegistry limits) {
        Map<String, RateLimit> known = limits.limits();
        SettingsPrecedence settings = properties.settings();
        return all(properties).stream()
                .map(client -> new ClientSettings(
                        client.url(), client.rule().under(known, settings, limits::blockFor), client.obey()))
                .toList();
    }

    private ClientSettings settings(String id, SettingsPrecedence all) {
        String name = limiter == null ? id : limiter;
        return new ClientSettings(
                url,
                new RuleSettings(
                        SettingsPrecedence.property("ratelimited.clients", id),
                        name,
                        methods,
                        key,
                        permits,
                        condition,
                        plan,
                        settle,
                        timeout == null ? all.timeout(name) : timeout,
                        null,
                        null),
                obey ? new ObeySettings(maxBlock, fields.remaining, fields.reset, fields.unit) : null);
    }

    /**
     * Header fields of a vendor that say when nothing is left.
     *
     * @param remaining Name of the field that says how many requests are left.
     * @param reset Name of the field that says when there are more.
     * @param unit Unit of the number in the field for the reset.
     */
    public record Fields(
            @Nullable String remaining,
            @Nullable String reset,
            @DefaultValue("epoch-seconds") ResetUnit unit) {}
}
