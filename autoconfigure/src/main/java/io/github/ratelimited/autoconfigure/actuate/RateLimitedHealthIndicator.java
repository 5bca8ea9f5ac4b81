package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.observe.LimiterObserver;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Is DEGRADED while failure policies are in force, and shows which. Never DOWN: an application whose limits cannot be
 * counted can still serve, and taking all of its instances out would make an outage of Redis one of the application.
 */
final class RateLimitedHealthIndicator implements HealthIndicator, LimiterObserver {

    private static final Status DEGRADED = new Status("DEGRADED", "Limits go by their failure policies");

    private final Supplier<? extends Collection<String>> limiters;
    private final Function<String, FailurePolicy> policies;
    private volatile boolean open;

    RateLimitedHealthIndicator(
            Supplier<? extends Collection<String>> limiters, Function<String, FailurePolicy> policies) {
        this.limiters = limiters;
        this.policies = policies;
    }

    @Override
    public void circuit(boolean isOpen) {
        open = isOpen;
    }

    @Override
    public Health health() {
        if (!open) {
            return Health.up().build();
        }
        Map<FailurePolicy, Collection<String>> inForce = new TreeMap<>();
        limiters.get()
                .forEach(name -> inForce.computeIfAbsent(policies.apply(name), policy -> new TreeSet<>())
                        .add(name));
        return Health.status(DEGRADED).withDetail("policies", inForce).build();
    }
}
