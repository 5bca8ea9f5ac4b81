package io.github.ratelimited.interceptor;

import io.github.ratelimited.FailurePolicy;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the limiters that are to go on without their store, which none can yet. */
final class IgnoredFailurePolicies {

    private IgnoredFailurePolicies() {}

    static Set<String> of(RateLimitSettings settings, Collection<LimitedMethod> methods) {
        Set<String> ignored = new TreeSet<>();
        if (isIgnored(settings.defaults().onFailure())) {
            ignored.add("ratelimited.defaults");
        }
        settings.limiters().forEach((name, limiter) -> {
            if (isIgnored(limiter.onFailure())) {
                ignored.add(name);
            }
        });
        methods.stream()
                .flatMap(method -> method.limits().stream())
                .filter(limit -> isIgnored(limit.onFailure()))
                .forEach(limit -> ignored.add(limit.name()));
        return ignored;
    }

    private static boolean isIgnored(@Nullable FailurePolicy policy) {
        return policy != null && policy != FailurePolicy.CLOSED;
    }
}
