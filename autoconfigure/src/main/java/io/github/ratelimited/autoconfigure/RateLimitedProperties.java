package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Audience;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import io.github.ratelimited.limiter.StoreRateLimiters;
import io.github.ratelimited.store.Settings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of rate limits. Unknown names below {@code ratelimited} fail the start, and so do durations without a unit
 * other than 0 and -1.
 *
 * @param enabled Whether calls are limited; otherwise Redis is not used and every call goes through.
 * @param store What counts the permits.
 * @param prefix Text that every key in Redis begins with; ratelimited unless set, empty with the store rratelimiter.
 * @param order Order of the aspect among the advisors of a method.
 * @param reservationHorizon How far ahead permits can be reserved for a caller that waits; the same on all instances.
 * @param redis Settings of the way to Redis.
 * @param failure Settings of what happens while Redis cannot decide.
 * @param denialCache Settings of what is refused without asking Redis.
 * @param defaults Settings of limiters that neither their name nor their annotation sets.
 * @param http What HTTP clients see.
 * @param clientAddress Settings of the addresses of clients as keys.
 * @param endpoint What the actuator endpoint shows.
 * @param limitSource How the LimitSource bean is asked.
 * @param limiters Settings of limiters by name. They win over the annotation. Names with dots need quotes and brackets.
 * @param routes Limits by URL; each has an id, which names it in errors.
 * @param clients Limits on requests to others; each has an id, which names it in errors.
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
        require(
                prefix == null || store == Store.RRATELIMITER || isPrefixOfKeys(prefix),
                "prefix must be text without braces and control characters, but is '" + prefix + "'");
        Settings.span("ratelimited.reservation-horizon", reservationHorizon);
        Settings.timeout("ratelimited.redis.timeout", redis.timeout());
        require(
                redis.parsedUrl() == null || redis.client() == null,
                "redis.url must not be set together with redis.client");
        require(
                http.headersBelow >= 1 && http.headersBelow <= 100,
                "http.headers-below must be a percentage from 1 to 100, but is " + http.headersBelow);
        require(
                clientAddress.ipv6Prefix >= 1 && clientAddress.ipv6Prefix <= 128,
                "client-address.ipv6-prefix must be from 1 to 128, but is " + clientAddress.ipv6Prefix);
        require(
                failure.localShare >= 0 && failure.localShare <= 1,
                "failure.local-share must be from 0 to 1, but is " + failure.localShare);
        require(
                endpoint.deniedKeys >= 0 && endpoint.deniedKeys <= 10_000,
                "endpoint.denied-keys must be from 0 to 10000, but is " + endpoint.deniedKeys);
        Settings.span("ratelimited.denial-cache.max", denialCache.max);
        LimiterCheck.check("defaults", defaults);
        limiters.forEach((name, limiter) -> {
            StoreRateLimiters.requireName(name);
            LimiterCheck.check("limiters." + name, limiter);
        });
        limiters = Map.copyOf(limiters);
        routes = Map.copyOf(routes);
        clients = Map.copyOf(clients);
        requireLimits(defaults, limiters);
    }

    private static boolean isPrefixOfKeys(String prefix) {
        return !prefix.isEmpty() && prefix.chars().noneMatch(c -> c == '{' || c == '}' || Character.isISOControl(c));
    }

    /** {@return the prefix, or that of the store where none is set} */
    public String prefixOfStore() {
        return prefix != null ? prefix : store == Store.RRATELIMITER ? "" : "ratelimited";
    }

    /** {@return whether a limiter asks the LimitSource bean for the limits of its keys} */
    public boolean asksLimitSource(String name) {
        Limiter limiter = limiters.get(name);
        return limiter != null && Boolean.TRUE.equals(limiter.limitSource);
    }

    /** {@return the settings of limiters as the aspect takes them} */
    public RateLimitSettings settings() {
        return settings(defaults, limiters);
    }

    private static RateLimitSettings settings(Limiter defaults, Map<String, Limiter> limiters) {
        Map<String, LimiterSettings> named = new HashMap<>();
        limiters.forEach((name, limiter) -> named.put(name, limiter.settings()));
        return new RateLimitSettings(defaults.settings(), named, PlanProperties.of(limiters));
    }

    private static void requireLimits(Limiter defaults, Map<String, Limiter> limiters) {
        try {
            LeaseCheck.check(defaults, limiters, settings(defaults, limiters).limits());
        } catch (IllegalArgumentException ex) {
            // Without the cause: the failure analysis shows the innermost message, and this one names the limiter.
            throw new IllegalArgumentException(ex.getMessage());
        }
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
     * @param problemDetails Whether answers to refused requests have problem details. Otherwise they have the status alone.
     * @param headers Whether responses carry the headers RateLimit-Policy and RateLimit.
     * @param headersBelow Percentage of a limit that may be left at most for responses to carry the headers.
     */
    public record Http(
            @DefaultValue("true") boolean problemDetails,
            @DefaultValue("true") boolean headers,
            @DefaultValue("100") int headersBelow) {}

    /**
     * Settings of the addresses of clients as keys.
     *
     * @param ipv6Prefix Bits of an IPv6 address that identify a client, from 1 to 128.
     */
    public record ClientAddress(@DefaultValue("64") int ipv6Prefix) {}

    /**
     * What the actuator endpoint shows.
     *
     * @param deniedKeys Number of keys to remember that are denied most; 0 remembers none.
     * @param plainKeys Whether denied keys are shown as they are, not as their hashes.
     */
    public record Endpoint(
            @DefaultValue("0") int deniedKeys,
            @DefaultValue("false") boolean plainKeys) {}

    /**
     * Settings of what happens while Redis cannot decide.
     *
     * @param policy What happens to a call whose limiter and defaults say nothing else.
     * @param localShare Part of each limit, from 0 to 1, that an instance grants by itself under LOCAL; at least one permit.
     */
    public record Failure(
            @DefaultValue("LOCAL") FailurePolicy policy,
            @DefaultValue("1.0") double localShare) {}

    /**
     * Settings of what is refused without asking Redis.
     *
     * @param max Longest time for which a refusal is remembered; 0 remembers none.
     */
    public record DenialCache(@DefaultValue("1s") Duration max) {}

    /**
     * Settings of limiters; what is not set comes from elsewhere.
     *
     * @param rate Permits per interval, at least 1.
     * @param interval Length of time the rate is for, or with CALENDAR_WINDOW words such as 1 month.
     * @param type Who shares the permits.
     * @param algorithm How the limit counts.
     * @param burst Size of the bucket of TOKEN_BUCKET, at least 1.
     * @param timeout Longest wait for permits: 0 never waits, -1 waits for as long as it takes.
     * @param onFailure What happens to a call when Redis cannot decide.
     * @param mode What happens to calls of annotated methods: ENFORCE refuses, SHADOW only decides, OFF does nothing.
     * @param plans Limits of plans by name, for calls that ask for one; what is not set comes from the limiter.
     * @param limitSource Whether the LimitSource bean is asked for the limits of single keys.
     * @param audience For whom the limit is meant: CLIENT, or NONE for a limit that protects what is behind the application.
     * @param blockFor How long a key is blocked once it is refused for want of permits.
     * @param lease How long permits of hot keys are held that were taken ahead: 10ms to 1s, at most a tenth of the interval.
     * @param zone Time zone of CALENDAR_WINDOW, which belongs to interval and algorithm; among the defaults it may stand alone.
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

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException("ratelimited." + message);
        }
    }
}
