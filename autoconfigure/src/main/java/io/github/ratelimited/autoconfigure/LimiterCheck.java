package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.internal.SettingChecks;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.limits.Plans;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds settings of limiters that cannot be, by the names of their properties.
 *
 * @param all collects them
 * @param defaults what limiters have that they do not set
 */
record LimiterCheck(SettingsCheck all, Limiter defaults) {

    void check(Map<String, Limiter> limiters) {
        all.require(defaults.plans().isEmpty(), "ratelimited.defaults.plans has no effect: plans belong to a limiter");
        all.require(
                defaults.limitSource() == null,
                "ratelimited.defaults.limit-source has no effect: attackers can choose keys, so the source is asked only"
                        + " for limiters that set it");
        all.require(
                defaults.lease() == null,
                "ratelimited.defaults.lease must not be set: set it for each limiter that is leased");
        boolean usable = parts(all, "defaults", "ratelimited.defaults", defaults);
        limiters.forEach((name, limiter) -> {
            all.attempt(() -> SettingChecks.limiterName(name));
            String place = SettingsPrecedence.property(name);
            if (parts(all, name, place, limiter) && usable) {
                all.attempt(() -> checkWhole(name, place, limiter));
            }
        });
    }

    /** {@return whether each part is possible by itself} */
    private static boolean parts(SettingsCheck all, String name, String place, Limiter limiter) {
        SettingsCheck own = new SettingsCheck();
        limiter.plans()
                .forEach((each, plan) -> checkPlan(own, SettingsPrecedence.property(place + ".plans", each), plan));
        try {
            Plans.of(name, PlanProperties.plans(limiter));
        } catch (IllegalArgumentException ex) {
            own.require(!own.isFine(), place + ".plans: " + ex.getMessage());
        }
        LimitInterval interval = limiter.interval();
        checkLimit(own, place, limiter.rate(), interval == null ? null : interval.length(), limiter.burst());
        own.require(
                interval != null || limiter.algorithm() != Algorithm.CALENDAR_WINDOW,
                place + ".algorithm CALENDAR_WINDOW needs its interval beside it: " + LimitInterval.WORDS);
        own.ifSet(limiter.timeout(), timeout -> LimiterSettings.longestWait(place + ".timeout", timeout));
        own.ifSet(limiter.blockFor(), duration -> SettingChecks.block(place + ".block-for", duration));
        all.addAll(own);
        return own.isFine();
    }

    private static void checkPlan(SettingsCheck own, String place, PlanProperties plan) {
        own.require(
                plan.rate() != null || plan.interval() != null || plan.burst() != null,
                place + " needs rate, interval or burst");
        checkLimit(own, place, plan.rate(), plan.interval(), plan.burst());
    }

    private static void checkLimit(
            SettingsCheck own, String place, @Nullable Long rate, @Nullable Duration interval, @Nullable Long burst) {
        own.ifSet(rate, permits -> SettingChecks.atLeastOne(place + ".rate", permits));
        own.require(
                interval == null || interval.compareTo(Duration.ZERO) > 0,
                place + ".interval must be positive, but is " + interval);
        own.ifSet(burst, permits -> SettingChecks.atLeastOne(place + ".burst", permits));
    }

    /** Refuses limits and leases that cannot be, though their parts can. */
    private void checkWhole(String name, String place, Limiter limiter) {
        RateLimit limit = RateLimitedProperties.settings(defaults, Map.of(name, limiter))
                .limits()
                .get(name);
        Duration lease = limiter.lease();
        if (lease != null) {
            checkNoBlocks(place, place, limiter);
            checkNoBlocks(place, "ratelimited.defaults", defaults);
            checkLease(place + ".lease", lease, limit);
        }
    }

    private void checkNoBlocks(String leased, String place, Limiter settings) {
        all.require(
                settings.blockFor() == null,
                leased + ".lease must not be set together with " + place + ".block-for: permits that are held by"
                        + " others cause rejections that would become blocks");
    }

    private void checkLease(String place, Duration lease, @Nullable RateLimit limit) {
        if (!LeaseLength.isPossible(lease)) {
            all.require(false, place + " must be from 10ms to 1s, but is " + lease);
            return;
        }
        String problem = limit == null ? null : new LeaseLength(lease).problemWith(limit);
        all.require(problem == null, place + ": " + problem);
    }
}
