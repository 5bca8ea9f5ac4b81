package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Limiter;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.time.Duration;

/** Refuses settings of a limiter that cannot be, by the names of their properties. */
final class LimiterCheck {

    private LimiterCheck() {}

    static void check(String place, Limiter limiter) {
        limiter.plans().forEach((name, plan) -> plan.check(SettingsPrecedence.property(place + ".plans", name)));
        PlanProperties.check(place, limiter);
        Long rate = limiter.rate();
        require(rate == null || rate >= 1, place + ".rate must be at least 1, but is " + rate);
        LimitInterval interval = limiter.interval();
        require(
                interval == null
                        || interval.length() == null
                        || interval.length().compareTo(Duration.ZERO) > 0,
                place + ".interval must be positive, but is " + interval);
        require(
                interval != null || limiter.algorithm() != Algorithm.CALENDAR_WINDOW,
                place + ".algorithm CALENDAR_WINDOW needs its interval beside it: " + LimitInterval.WORDS);
        Long burst = limiter.burst();
        require(burst == null || burst >= 1, place + ".burst must be at least 1, but is " + burst);
        Duration timeout = limiter.timeout();
        require(
                timeout == null || !timeout.isNegative() || timeout.equals(Duration.ofMillis(-1)),
                place + ".timeout must be 0, positive, or -1 to wait as long as it takes, but is " + timeout);
        Duration blockFor = limiter.blockFor();
        require(
                blockFor == null || LimiterSettings.isBlock(blockFor),
                place + ".block-for must be positive and at most 100 years, but is " + blockFor);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
