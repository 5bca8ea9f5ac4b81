package io.github.ratelimited.interceptor;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Finds limiters in the configuration that no method uses: a wrong name there would otherwise go unseen. */
final class UnusedLimiters {

    private UnusedLimiters() {}

    static Set<String> of(RateLimitSettings settings, Collection<LimitedMethod> methods) {
        Set<String> unused = new TreeSet<>(settings.limiters().keySet());
        methods.stream().flatMap(method -> method.limits().stream()).forEach(limit -> unused.remove(limit.name()));
        return unused;
    }
}
