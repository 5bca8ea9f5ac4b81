package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.expression.LimitExpression;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits of methods by name. An annotation that describes a limit gives it to all that only have its name; if none
 * does, the configuration gives it.
 */
final class CommonLimits {

    private static final Logger log = LoggerFactory.getLogger(CommonLimits.class);

    private final SettingsPrecedence settings;
    private final Supplier<RateLimiters> limiters;
    private final Map<String, RateLimit> limits = new TreeMap<>();
    private final Map<String, String> places = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private CommonLimits(SettingsPrecedence settings, Supplier<RateLimiters> limiters) {
        this.settings = settings;
        this.limiters = limiters;
    }

    /**
     * The limits of methods, read under the settings.
     *
     * @param others places where other limiters are used, by name
     * @param limiters know limits that no method describes, such as those of programs; asked where one is missing
     */
    static CommonLimits of(
            Collection<LimitedMethod> methods,
            Map<String, String> others,
            SettingsPrecedence settings,
            Supplier<RateLimiters> limiters) {
        CommonLimits common = new CommonLimits(settings, limiters);
        Map<String, LimitedMethod> sorted = new TreeMap<>();
        methods.forEach(method -> sorted.put(method.place(), method));
        common.add(sorted, true);
        common.add(sorted, false);
        sorted.forEach((place, method) -> method.limits().forEach(limit -> common.check(limit, place)));
        others.forEach((name, place) -> {
            if (!common.limits.containsKey(name) && !settings.limits().containsKey(name)) {
                common.requireKnown(name, place);
            }
        });
        return common;
    }

    /** Sorted by name. */
    Map<String, RateLimit> limits() {
        return limits;
    }

    /** One name with two limits, with half a limit or with none, and more permits than a limit ever has. */
    List<Finding> findings() {
        return findings;
    }

    private void add(Map<String, LimitedMethod> methods, boolean describing) {
        methods.forEach((place, method) -> {
            for (MethodLimit limit : method.limits()) {
                if (limit.limit() != null && limit.describes() == describing) {
                    add(limit.name(), limit.limit(), describing, place);
                }
            }
        });
    }

    private void add(String name, RateLimit limit, boolean describing, String place) {
        @Nullable RateLimit other = limits.putIfAbsent(name, limit);
        @Nullable String otherPlace = places.putIfAbsent(name, place);
        if (describing && other != null && !other.equals(limit)) {
            findings.add(new Finding(
                    "Rate limit '" + name + "' is " + limit + " here, but " + other + " on " + otherPlace,
                    place,
                    "Give one of the two another name, or set the limit once in " + SettingsPrecedence.property(name)));
        }
    }

    private void check(MethodLimit limit, String place) {
        String name = limit.name();
        @Nullable RateLimit common = limits.get(name);
        @Nullable LimitExpression permits = limit.expressions().permits();
        try {
            if (common == null) {
                settings.limit(settings.own(name, LimiterSettings.NONE));
                requireKnown(name, place);
            } else if (permits != null && permits.isConstant()) {
                common.checkPermits(name, permits.constantPermits());
            }
        } catch (IllegalArgumentException ex) {
            findings.add(new Finding(
                    "Rate limit '" + name + "': " + ex.getMessage(),
                    place,
                    "Correct the annotation, or rate and interval in " + SettingsPrecedence.property(name)));
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
            Set<String> known = others.names();
            findings.add(new Finding(
                    "No rate limit named '" + name + "'" + (known.isEmpty() ? "" : "; known are " + known),
                    place,
                    "Set rate and interval in the annotation or in " + SettingsPrecedence.property(name)));
        } catch (IllegalArgumentException ex) {
            findings.add(new Finding(String.valueOf(ex.getMessage()), place, "Correct the name"));
        }
    }
}
