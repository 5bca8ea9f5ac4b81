package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.limits.Plans;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The limits of methods by name, and what is wrong with these and with plans. */
final class LimitsByName {

    private static final Logger log = LoggerFactory.getLogger(LimitsByName.class);

    private final SettingsPrecedence settings;
    private final Supplier<RateLimiters> limiters;
    private final Map<String, RateLimit> limits;
    private final Map<String, Said> said = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /** What the first of several methods says about a limiter that they share. */
    private record Said(Object value, String place) {}

    private LimitsByName(Map<String, RateLimit> limits, SettingsPrecedence settings, Supplier<RateLimiters> limiters) {
        this.limits = limits;
        this.settings = settings;
        this.limiters = limiters;
    }

    /**
     * The limits of methods, read under the settings.
     *
     * @param others places where other limiters are used, by name
     * @param limiters know limits that no method describes, such as those of programs; asked where one is missing
     */
    static LimitsByName of(
            Collection<LimitedMethod> methods,
            Map<String, String> others,
            SettingsPrecedence settings,
            Supplier<RateLimiters> limiters) {
        LimitsByName byName = new LimitsByName(LimitedMethod.limits(methods), settings, limiters);
        Map<String, LimitedMethod> sorted = new TreeMap<>();
        methods.forEach(method -> sorted.put(method.place(), method));
        sorted.forEach((place, method) -> {
            method.limits().forEach(limit -> {
                byName.agree(limit, place);
                byName.check(limit, place);
            });
            byName.findings.addAll(MethodSumCheck.findings(method.limits(), byName.limits, settings, place));
        });
        others.forEach((name, place) -> {
            if (!byName.limits.containsKey(name) && !settings.limits().containsKey(name)) {
                byName.requireKnown(name, place);
            }
        });
        new TreeMap<>(settings.plans()).forEach(byName::check);
        return byName;
    }

    /** Sorted by name. */
    Map<String, RateLimit> limits() {
        return limits;
    }

    /** These limits, and those that the configuration alone describes. */
    Map<String, RateLimit> withConfigured() {
        Map<String, RateLimit> all = new TreeMap<>(settings.limits());
        all.putAll(limits);
        return all;
    }

    List<Finding> findings() {
        return findings;
    }

    private void agree(MethodLimit limit, String place) {
        String property = SettingsPrecedence.property(limit.name());
        String name = "Rate limit '" + limit.name() + "' ";
        agree(
                name + "is ",
                limit.describes() ? limit.limit() : null,
                place,
                "Give one of the two another name, or set the limit once in " + property);
        String once = "Set it in one place only, or in " + property;
        agree(name + "has onFailure ", limit.onFailure(), place, once + ".on-failure");
        agree(name + "has blockFor ", limit.blockFor(), place, once + ".block-for");
    }

    private void agree(String what, @Nullable Object value, String place, String action) {
        Said other = value == null ? null : said.putIfAbsent(what, new Said(value, place));
        if (other != null && !other.value.equals(value)) {
            findings.add(new Finding(what + value + " here, but " + other.value + " on " + other.place, place, action));
        }
    }

    private void check(MethodLimit limit, String place) {
        String name = limit.name();
        RateLimit common = limits.get(name);
        try {
            if (common == null) {
                settings.limit(settings.own(name, LimiterSettings.NONE));
                requireKnown(name, place);
                return;
            }
            common.checkPermits(name, MethodSumCheck.fixedPermits(limit, settings));
        } catch (IllegalArgumentException ex) {
            findings.add(new Finding(
                    "Rate limit '" + name + "': " + ex.getMessage(),
                    place,
                    "Correct the annotation, or rate and interval in " + SettingsPrecedence.property(name)));
        }
    }

    /** Plans count beside the limit of their limiter. */
    private void check(String name, Map<String, Plan> plans) {
        String place = SettingsPrecedence.property(name) + ".plans";
        try {
            RateLimit declared = withConfigured().get(name);
            RateLimit own =
                    declared != null ? declared : limiters.get().get(name).limit();
            Plans.of(name, plans)
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
    }

    private void requireKnown(String name, String place) {
        RateLimiters others = limiters.get();
        try {
            others.get(name).limit();
        } catch (RateLimiterUnavailableException ex) {
            log.warn(
                    "Redis could not say whether there is a rate limit '{}', which {} names: {}",
                    name,
                    place,
                    ex.getMessage());
        } catch (IllegalStateException ex) {
            Set<String> known = new TreeSet<>(others.names());
            known.addAll(limits.keySet());
            findings.add(new Finding(
                    "No rate limit named '" + name + "'" + (known.isEmpty() ? "" : "; known are " + known),
                    place,
                    "Set rate and interval in the annotation or in " + SettingsPrecedence.property(name)));
        } catch (IllegalArgumentException ex) {
            findings.add(new Finding(String.valueOf(ex.getMessage()), place, "Correct the name"));
        }
    }
}
