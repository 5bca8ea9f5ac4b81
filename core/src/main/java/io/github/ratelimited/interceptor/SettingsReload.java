package io.github.ratelimited.interceptor;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts other settings in force while methods are called: limits, timeouts, modes and failure policies of all limiters,
 * and what annotations take from placeholders. Settings with mistakes change nothing. Safe for use by many threads.
 */
public final class SettingsReload {

    private final RateLimitedMethods methods;
    private final RateLimiters limiters;

    /**
     * Makes the reload of a context.
     *
     * @param methods the limits of all methods
     * @param limiters where limits are declared
     */
    public SettingsReload(RateLimitedMethods methods, RateLimiters limiters) {
        this.methods = methods;
        this.limiters = limiters;
    }

    /**
     * Puts settings in force. A limiter that is no longer in them keeps its limit unless a method has another for it.
     *
     * @param settings what the configuration says now
     * @return what is declared anew, sorted by name
     * @throws RateLimitConfigurationException when methods cannot be limited under these settings
     */
    public synchronized List<DeclaredChange> apply(RateLimitSettings settings) {
        Map<String, RateLimit> before = declared(methods.limited(), methods.settings());
        Definitions next = methods.under(settings);
        Map<String, RateLimit> after = declared(next.limited(), settings);
        methods.use(next);
        List<DeclaredChange> changes = new ArrayList<>();
        after.forEach((name, limit) -> {
            if (!limit.equals(before.get(name))) {
                limiters.declare(name, limit);
                changes.add(new DeclaredChange(name, before.get(name), limit));
            }
        });
        return changes;
    }

    private static Map<String, RateLimit> declared(Collection<LimitedMethod> limited, RateLimitSettings settings) {
        List<Finding> findings = new ArrayList<>();
        Map<String, LimitedMethod> places = new TreeMap<>();
        for (LimitedMethod method : limited) {
            findings.addAll(method.findings());
            places.put(method.place(), method);
        }
        Map<String, RateLimit> declared = new TreeMap<>(settings.limits());
        declared.putAll(RateLimitVerifier.declared(places, findings));
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(findings);
        }
        return declared;
    }
}
