package io.github.ratelimited.interceptor.startup;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.RateLimiters.Plan;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.definition.UsedLimiter;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts other settings in force while methods are called: limits, timeouts, modes and failure policies of all limiters,
 * and what annotations take from placeholders. Settings with mistakes change nothing. Safe for use by many threads.
 */
public final class SettingsReload {

    private static final Logger log = LoggerFactory.getLogger(SettingsReload.class);

    private final RateLimitedMethods methods;
    private final RateLimiters limiters;

    /** Makes the reload of a context. */
    public SettingsReload(RateLimitedMethods methods, RateLimiters limiters) {
        this.methods = methods;
        this.limiters = limiters;
    }

    /**
     * Puts settings in force. A limiter that is no longer in them keeps its limit unless a method has another for it. A
     * mistake that was there before, as on a bean that came late, goes on failing its own calls only.
     *
     * @param others places where others than methods use limiters, by name
     * @param wrong what is wrong there
     * @return what has changed, sorted by name
     * @throws RateLimitConfigurationException when methods cannot be limited, or limits not be counted, under these
     *     settings
     */
    public synchronized List<DeclaredChange> apply(
            SettingsPrecedence settings, Map<String, String> others, List<Finding> wrong) {
        SettingsPrecedence old = methods.settings();
        List<Finding> known = new ArrayList<>();
        Map<String, RateLimit> before = declared(methods.limited(), Map.of(), old, known);
        List<Finding> findings = new ArrayList<>(wrong);
        LimitedMethodRegistry next = methods.under(settings);
        Map<String, RateLimit> after = declared(next.limited(), others, settings, findings);
        findings.removeAll(known);
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        List<DeclaredChange> changes = new ArrayList<>();
        after.forEach((name, limit) -> {
            if (!limit.equals(before.get(name))) {
                changes.add(new DeclaredChange(name, before.get(name), limit));
            }
        });
        Declarations.declarePlans(settings.plans(), old.plans().keySet(), limiters);
        try {
            declare(changes);
        } catch (RateLimitConfigurationException ex) {
            Declarations.declarePlans(old.plans(), settings.plans().keySet(), limiters);
            throw ex;
        }
        Set<UnusedLimiter> unused = UnusedLimiter.in(settings, next.limited(), others.keySet());
        unused.removeAll(UnusedLimiter.in(old, methods.limited(), others.keySet()));
        methods.use(next);
        UnusedLimiter.report(unused, () -> limiters);
        logModes(old, settings);
        logPlans(old, settings);
        return changes;
    }

    /** A limit is lifted without a change of the limit. */
    private void logModes(SettingsPrecedence old, SettingsPrecedence settings) {
        methods.uses().stream().map(UsedLimiter::limiter).distinct().forEach(name -> {
            if (old.mode(name) != settings.mode(name)) {
                log.info("Rate limit '{}' had the mode {} and has {} now", name, old.mode(name), settings.mode(name));
            }
        });
    }

    private static void logPlans(SettingsPrecedence old, SettingsPrecedence settings) {
        Set<String> names = new TreeSet<>(old.plans().keySet());
        names.addAll(settings.plans().keySet());
        names.forEach(name -> {
            Map<String, Plan> before = old.plans().getOrDefault(name, Map.of());
            Map<String, Plan> after = settings.plans().getOrDefault(name, Map.of());
            if (!before.equals(after)) {
                log.info("Rate limit '{}' had the plans {} and has {} now", name, before, after);
            }
        });
    }

    private Map<String, RateLimit> declared(
            Collection<LimitedMethod> limited,
            Map<String, String> others,
            SettingsPrecedence settings,
            List<Finding> findings) {
        limited.forEach(method -> findings.addAll(method.findings()));
        LimitsByName byName = LimitsByName.of(limited, others, settings, () -> limiters);
        findings.addAll(byName.findings());
        return byName.withConfigured();
    }

    /** All or none: a store may not be able to count one of the limits. */
    private void declare(List<DeclaredChange> changes) {
        Map<String, RateLimit> after = new TreeMap<>();
        changes.forEach(change -> after.put(change.limiter(), change.after()));
        try {
            Declarations.declare(after, limiters);
        } catch (RateLimitConfigurationException ex) {
            changes.forEach(this::takeBack);
            throw ex;
        }
    }

    private void takeBack(DeclaredChange change) {
        if (change.before() != null) {
            limiters.declare(change.limiter(), change.before());
        }
    }
}
