package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.internal.SettingChecks;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of rate limits. Unknown names below {@code ratelimited} fail at startup, other than those of environment
 * variables and system properties, which Spring Boot does not check. So do durations without a unit
 * other than 0 and -1.
 *
 * @param enabled Whether calls are limited. If not, Redis is not used and every call goes through.
 * @param store Who counts the permits.
 * @param prefix Text that every key in Redis begins with; ratelimited unless set, empty with the store rratelimiter.
 * @param order Order of the aspect among the advisors of a method.
 * @param reservationHorizon How far ahead permits can be reserved for a caller that waits; the same on all instances.
 * @param redis Settings of the connection to Redis.
 * @param failure Settings of what happens while Redis cannot decide.
 * @param denialCache Settings of rejections that are remembered.
 * @param defaults Settings for limiters that set them neither by name nor by annotation.
 * @param http What HTTP clients see.
 * @param clientAddress Settings of client addresses that are used as keys.
 * @param endpoint What the actuator endpoint shows.
 * @param limitSource Settings of questions to the LimitSource bean.
 * @param limiters Settings of limiters by name. They win over the annotation. Names with dots need quotes and brackets.
 * @param routes Limits by URL, each under an id that appears in error messages.
 * @param clients Limits on outgoing requests, each under an id that appears in error messages.
 */
@ConfigurationProperties(prefix = "ratelimited", ignoreUnknownFields = false)
public record RateLimitedProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("redis") Store store,
        @Nullable String prefix,
        @DefaultValue("0") int order,
        @DefaultValue("30s") Duration reservationHorizon,
        @NestedConfigurationProperty @DefaultValue RedisProperties redis,
        @DefaultValue Failure failure,
        @DefaultValue DenialCache denialCache,
        @DefaultValue Limiter defaults,
        @DefaultValue Http http,
        @DefaultValue ClientAddress clientAddress,
        @DefaultValue Endpoint endpoint,
        @NestedConfigurationProperty @DefaultValue LimitSourceProperties limitSource,
        @DefaultValue Map<String, Limiter> limiters,
        @DefaultValue Map<String, RouteProperties> routes,
        @DefaultValue Map<String, ClientProperties> clients) {

    public RateLimitedProperties {
        SettingsCheck check = new SettingsCheck();
        check.require(
                prefix == null || store == Store.RRATELIMITER || isPrefixOfKeys(prefix),
                "ratelimited.prefix must be text without braces and control characters, but is '" + prefix + "'");
        check.attempt(() -> SettingChecks.span("ratelimited.reservation-horizon", reservationHorizon));
        check.attempt(() -> SettingChecks.timeout("ratelimited.redis.timeout", redis.timeout()));
        check.attempt(redis::parsedUrl);
        check.require(
                redis.url() == null || redis.client() == null,
                "ratelimited.redis.url must not be set together with redis.client");
        check.require(
                http.headersBelow >= 1 && http.headersBelow <= 100,
                "ratelimited.http.headers-below must be a percentage from 1 to 100, but is " + http.headersBelow);
        check.require(
                clientAddress.ipv6Prefix >= 1 && clientAddress.ipv6Prefix <= 128,
                "ratelimited.client-address.ipv6-prefix must be from 1 to 128, but is " + clientAddress.ipv6Prefix);
        check.require(
                failure.localShare >= 0 && failure.localShare <= 1,
                "ratelimited.failure.local-share must be from 0 to 1, but is " + failure.localShare);
        check.require(
                endpoint.deniedKeys >= 0 && endpoint.deniedKeys <= 10_000,
                "ratelimited.endpoint.denied-keys must be from 0 to 10000, but is " + endpoint.deniedKeys);
        check.attempt(() -> SettingChecks.span("ratelimited.denial-cache.max", denialCache.max));
        new LimiterCheck(check, defaults).check(limiters);
        check.requireDistinct("ratelimited.limiters", limiters.keySet());
        check.requireDistinct("ratelimited.routes", routes.keySet());
        check.requireDistinct("ratelimited.clients", clients.keySet());
        check.end();
        limiters = Map.copyOf(limiters);
        routes = Map.copyOf(routes);
        clients = Map.copyOf(clients);
    }

    private static boolean isPrefixOfKeys(String prefix) {
        return !prefix.isBlank() && prefix.chars().noneMatch(c -> c == '{' || c == '}' || Character.isISOControl(c));
    }

    /** {@return the prefix, or that of the store where none is set} */
    public String prefixOfStore() {
        return prefix != null ? prefix : store == Store.RRATELIMITER ? "" : "ratelimited";
    }

    /** {@return the settings of limiters as the aspect takes them} */
    public SettingsPrecedence settings() {
        return settings(defaults, limiters);
    }

    static SettingsPrecedence settings(Limiter defaults, Map<String, Limiter> limiters) {
        Map<String, LimiterSettings> named = new HashMap<>();
        Set<String> sourced = new HashSet<>();
        limiters.forEach((name, limiter) -> {
            named.put(name, limiter.settings());
            if (Boolean.TRUE.equals(limiter.limitSource)) {
                sourced.add(name);
            }
        });
        return new SettingsPrecedence(defaults.settings(), named, PlanProperties.of(limiters), sourced);
    }

    /** What counts the permits. */
    public enum Store {

        /** Redis, for all instances together. */
        REDIS,

        /** Each instance for itself, without Redis. */
        LOCAL,

        /** Redisson's {@code RRateLimiter}, together with programs that use it themselves. */
        RRATELIMITER
    }

    /**
     * What HTTP clients see.
     *
     * @param problemDetails Whether answers to rejected requests have problem details. If not, they have the status, Retry-After and
     *     the error page of the application.
     * @param headers Whether responses have the headers RateLimit-Policy and RateLimit.
     * @param headersBelow Percentage of a limit at or below which responses have the headers, from 1 to 100.
     */
    public record Http(
            @DefaultValue("true") boolean problemDetails,
            @DefaultValue("true") boolean headers,
            @DefaultValue("100") int headersBelow) {}

    /**
     * Settings of client addresses that are used as keys.
     *
     * @param ipv6Prefix Bits of an IPv6 address that identify a client, from 1 to 128.
     */
    public record ClientAddress(@DefaultValue("64") int ipv6Prefix) {}

    /**
     * What the actuator endpoint shows.
     *
     * @param deniedKeys Number of most rejected keys to remember. 0 remembers none.
     * @param plainKeys Whether rejected keys are shown as they are, and not as hashes.
     */
    public record Endpoint(
            @DefaultValue("0") int deniedKeys,
            @DefaultValue("false") boolean plainKeys) {}

    /**
     * Settings of what happens while Redis cannot decide.
     *
     * @param policy What happens to a call when Redis cannot decide, unless on-failure is set.
     * @param localShare Part of each limit that an instance grants under LOCAL, from 0 to 1. At least one permit.
     */
    public record Failure(
            @DefaultValue("LOCAL") FailurePolicy policy,
            @DefaultValue("1.0") double localShare) {}

    /**
     * Settings of rejections that are remembered.
     *
     * @param max Longest time for which a rejection is remembered. 0 asks Redis every time.
     */
    public record DenialCache(@DefaultValue("1s") Duration max) {}

    /**
     * Settings of a limiter. What is not set comes from the annotation or the defaults.
     *
     * @param rate Permits per interval, at least 1.
     * @param interval Interval of the rate, or with CALENDAR_WINDOW words such as 1 month.
     * @param type Whether all instances share the permits, or each has the full rate.
     * @param algorithm Algorithm that counts the permits.
     * @param burst Size of the bucket of TOKEN_BUCKET, at least 1.
     * @param timeout Longest wait for permits. 0 never waits, -1 waits as long as it takes.
     * @param onFailure What happens to a call when Redis cannot decide.
     * @param mode What happens to calls of methods, routes and clients: ENFORCE rejects, SHADOW only counts, OFF does nothing.
     * @param plans Limits of plans by name. What a plan does not set comes from the limiter.
     * @param limitSource Whether the LimitSource bean is asked for the limits of single keys.
     * @param audience Who is told about the limit: CLIENT, or NONE if it protects what is behind the application.
     * @param blockFor How long a key is blocked after a call was rejected for want of permits.
     * @param lease How long permits taken ahead are held: 10ms to 1s, at most a tenth of the interval.
     * @param zone Time zone of CALENDAR_WINDOW, set beside interval and algorithm, or alone in the defaults.
     */
    public record Limiter(
            @Nullable Long rate,
            @Nullable LimitInterval interval,
            @Nullable RateType type,
            @Nullable Algorithm algorithm,
            @Nullable Long burst,
            @Nullable Duration timeout,
            @Nullable FailurePolicy onFailure,
            @Nullable LimiterMode mode,
            @DefaultValue Map<String, PlanProperties> plans,
            @Nullable Boolean limitSource,
            @Nullable Audience audience,
            @Nullable Duration blockFor,
            @Nullable Duration lease,
            @Nullable ZoneId zone) {

        private LimiterSettings settings() {
            return new LimiterSettings(
                    rate, interval, type, algorithm, burst, timeout, onFailure, mode, audience, blockFor, zone);
        }
    }
}
