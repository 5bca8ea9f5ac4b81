package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.limiter.Settings;
import io.github.ratelimited.limits.Plans;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses settings of limiters that cannot be, by the names of their properties. */
final class LimiterCheck {

    private LimiterCheck() {}

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    static void check(Limiter defaults, Map<String, Limiter> limiters) {
        require(defaults.plans().isEmpty(), "ratelimited.defaults.plans has no effect: plans belong to a limiter");
        require(
                defaults.limitSource() == null,
                "ratelimited.defaults.limit-source has no effect: attackers can choose keys, so the source is asked only"
                        + " for limiters that set it");
        check("ratelimited.defaults", defaults);
        limiters.forEach((name, limiter) -> check(SettingsPrecedence.property(Settings.limiterName(name)), limiter));
    }

    private static void check(String place, Limiter limiter) {
        limiter.plans().forEach((name, plan) -> check(SettingsPrecedence.property(place + ".plans", name), plan));
        try {
            Plans.of(PlanProperties.plans(limiter));
        } catch (IllegalArgumentException ex) {
            // Without the cause: the failure analysis shows the innermost message, and this one names the limiter.
            throw new IllegalArgumentException(place + ".plans: " + ex.getMessage());
        }
        LimitInterval interval = limiter.interval();
        check(place, limiter.rate(), interval == null ? null : interval.length(), limiter.burst());
        require(
                interval != null || limiter.algorithm() != Algorithm.CALENDAR_WINDOW,
                place + ".algorithm CALENDAR_WINDOW needs its interval beside it: " + LimitInterval.WORDS);
        Duration timeout = limiter.timeout();
        require(
                timeout == null || !timeout.isNegative() || timeout.equals(Duration.ofMillis(-1)),
                place + ".timeout must be 0, positive, or -1 to wait as long as it takes, but is " + timeout);
        Duration blockFor = limiter.blockFor();
        require(
                blockFor == null || LimiterSettings.isBlock(blockFor),
                place + ".block-for must be positive and at most 100 years, but is " + blockFor);
    }

    private static void check(String place, PlanProperties plan) {
        require(
                plan.rate() != null || plan.interval() != null || plan.burst() != null,
                place + " needs rate, interval or burst");
        check(place, plan.rate(), plan.interval(), plan.burst());
    }

    private static void check(String place, @Nullable Long rate, @Nullable Duration interval, @Nullable Long burst) {
        require(rate == null || rate >= 1, place + ".rate must be at least 1, but is " + rate);
        require(
                interval == null || interval.compareTo(Duration.ZERO) > 0,
                place + ".interval must be positive, but is " + interval);
        require(burst == null || burst >= 1, place + ".burst must be at least 1, but is " + burst);
    }

    /** Refuses leases that cannot be. */
    static void checkLeases(Limiter defaults, Map<String, Limiter> limiters, Map<String, RateLimit> limits) {
        require(
                defaults.lease() == null,
                "ratelimited.defaults.lease must not be set: set it for each limiter that is leased");
        limiters.forEach((name, limiter) -> {
            if (limiter.lease() != null) {
                String place = SettingsPrecedence.property(name);
                requireNoBlocks(place, place, limiter);
                requireNoBlocks(place, "ratelimited.defaults", defaults);
                checkLease(place + ".lease", limiter.lease(), limits.get(name));
            }
        });
    }

    private static void requireNoBlocks(String leased, String place, Limiter settings) {
        require(
                settings.blockFor() == null,
                leased + ".lease must not be set together with " + place + ".block-for: permits that are held by"
                        + " others cause refusals that would become blocks");
    }

    private static void checkLease(String place, Duration lease, @Nullable RateLimit limit) {
        require(LeaseLength.isPossible(lease), place + " must be from 10ms to 1s, but is " + lease);
        String problem = limit == null ? null : new LeaseLength(lease).problemWith(limit);
        require(problem == null, place + ": " + problem);
    }
}
