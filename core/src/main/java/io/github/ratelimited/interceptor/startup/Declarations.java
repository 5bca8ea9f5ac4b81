package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Declares limits, of which a store may not be able to count some. */
public final class Declarations {

    private Declarations() {}

    /**
     * Declares limits.
     *
     * @param limits the limits by name
     * @param limiters where they are declared
     * @throws RateLimitConfigurationException when some cannot be counted; the others are declared
     */
    public static void declare(Map<String, RateLimit> limits, RateLimiters limiters) {
        List<Finding> findings = new ArrayList<>();
        limits.forEach((name, limit) -> {
            try {
                limiters.declare(name, limit);
            } catch (IllegalArgumentException ex) {
                findings.add(new Finding(
                        String.valueOf(ex.getMessage()),
                        SettingsPrecedence.property(name),
                        "Correct the settings of this limiter, or set another ratelimited.store"));
            }
        });
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
    }
}
