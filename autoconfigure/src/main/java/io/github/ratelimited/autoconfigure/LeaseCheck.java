package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.lease.LeaseLength;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses leases that cannot be, by the names of their properties. */
final class LeaseCheck {

    private LeaseCheck() {}

    static void check(Limiter defaults, Map<String, Limiter> limiters, Map<String, RateLimit> limits) {
        require(
                defaults.lease() == null,
                "ratelimited.defaults.lease must not be set: set it for each limiter that is leased");
        limiters.forEach((name, limiter) -> {
            if (limiter.lease() != null) {
                String place = SettingsPrecedence.property(name);
                requireNoBlocks(place, place, limiter);
                requireNoBlocks(place, "ratelimited.defaults", defaults);
                check(place, limiter.lease(), limits.get(name));
            }
        });
    }

    private static void requireNoBlocks(String leased, String place, Limiter settings) {
        require(
                settings.blockFor() == null,
                leased + ".lease must not be set together with " + place + ".block-for: permits that are held by"
                        + " others cause refusals that would become blocks");
    }

    private static void check(String limiter, Duration lease, @Nullable RateLimit limit) {
        require(LeaseLength.isPossible(lease), limiter + ".lease must be from 10ms to 1s, but is " + lease);
        String problem = limit == null ? null : new LeaseLength(lease).problemWith(limit);
        require(problem == null, limiter + ".lease: " + problem);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
