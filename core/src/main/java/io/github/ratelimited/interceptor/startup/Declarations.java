package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Declares limits and plans, of which a store may not be able to count some. */
public final class Declarations {

    private Declarations() {}

    /**
     * Declares limits by name.
     *
     * @throws RateLimitConfigurationException when some cannot be counted; the others are declared
     */
    public static void declare(Map<String, RateLimit> limits, RateLimiters limiters) {
        declare(
                limits,
                limiters::declare,
                "",
                "Correct the settings of this limiter, or set another ratelimited.store");
    }

    /** Declares plans by the names of their limiters, in the place of others. */
    static void declarePlans(Map<String, Map<String, Plan>> plans, Set<String> others, RateLimiters limiters) {
        Map<String, Map<String, Plan>> all = new TreeMap<>(plans);
        others.forEach(name -> all.putIfAbsent(name, Map.of()));
        declare(all, limiters::plans, ".plans", "Remove the plans, or set another ratelimited.store");
    }

    private static <T> void declare(
            Map<String, T> declared, BiConsumer<String, T> declaration, String part, String action) {
        List<Finding> findings = new ArrayList<>();
        declared.forEach((name, value) -> {
            try {
                declaration.accept(name, value);
            } catch (IllegalArgumentException | UnsupportedOperationException ex) {
                findings.add(
                        new Finding(String.valueOf(ex.getMessage()), SettingsPrecedence.property(name) + part, action));
            }
        });
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
    }
}
