package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.limits.Plans;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks that the plans of limiters can count beside their own limits, and declares them. */
final class PlanDeclarations {

    private final SettingsPrecedence settings;
    private final Map<String, RateLimit> declared;
    private final Supplier<RateLimiters> limiters;

    PlanDeclarations(SettingsPrecedence settings, Map<String, RateLimit> declared, Supplier<RateLimiters> limiters) {
        this.settings = settings;
        this.declared = declared;
        this.limiters = limiters;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(settings.plans()).forEach((name, plans) -> findings.addAll(findings(name, plans)));
        return findings;
    }

    private List<Finding> findings(String name, Map<String, Plan> plans) {
        String place = SettingsPrecedence.property(name) + ".plans";
        List<Finding> findings = new ArrayList<>();
        try {
            RateLimit own = own(name);
            Plans.of(plans)
                    .conflicts(own)
                    .forEach((plan, conflict) -> findings.add(new Finding(
                            "The plan '" + plan + "' " + conflict,
                            place + "." + plan,
                            "Correct the plan, or the limit of '" + name + "', which is " + own)));
        } catch (RateLimiterUnavailableException ex) {
            // Whether the limit that is stored fits shows at the first call.
        } catch (IllegalStateException ex) {
            findings.add(new Finding(
                    "No limit of the limiter '" + name + "' is known, for calls without a plan",
                    place,
                    "Set rate and interval in the annotation or in " + SettingsPrecedence.property(name)));
        }
        return findings;
    }

    private RateLimit own(String name) {
        RateLimit own = declared.get(name);
        return own != null ? own : limiters.get().get(name).limit();
    }

    /** Puts the plans in the place of those of other settings. */
    void declare(@Nullable SettingsPrecedence before) {
        Set<String> names = new HashSet<>(settings.plans().keySet());
        if (before != null) {
            names.addAll(before.plans().keySet());
        }
        List<Finding> findings = new ArrayList<>();
        names.forEach(name -> {
            try {
                limiters.get().plans(name, settings.plans().getOrDefault(name, Map.of()));
            } catch (UnsupportedOperationException ex) {
                findings.add(new Finding(
                        String.valueOf(ex.getMessage()),
                        SettingsPrecedence.property(name) + ".plans",
                        "Remove the plans, or set another ratelimited.store"));
            }
        });
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
    }
}
