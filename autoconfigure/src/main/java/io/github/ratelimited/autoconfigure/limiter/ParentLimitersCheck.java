package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** Finds what a child context says about the limiters of its parent, which go by what the parent says alone. */
final class ParentLimitersCheck implements StartupCheck {

    private final RateLimitedMethods methods;
    private final ListableBeanFactory beans;

    ParentLimitersCheck(RateLimitedMethods methods, ListableBeanFactory beans) {
        this.methods = methods;
        this.beans = beans;
    }

    @Override
    public List<Finding> findings() {
        BeanFactory owner = owner();
        RateLimitedMethods parent = owner == null || owner == beans
                ? null
                : owner.getBeanProvider(RateLimitedMethods.class).getIfAvailable();
        return owner == null || parent == null
                ? List.of()
                : findings(parent, owner.getBean(RateLimitedProperties.class));
    }

    /** {@return the nearest context that has limiters, if any has} */
    private @Nullable BeanFactory owner() {
        BeanFactory nearest = beans;
        while (nearest instanceof ListableBeanFactory context
                && context.getBeanNamesForType(RateLimiters.class, true, false).length == 0) {
            nearest = nearest instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        }
        return nearest;
    }

    private List<Finding> findings(RateLimitedMethods parent, RateLimitedProperties properties) {
        Map<String, String> places = new TreeMap<>();
        methods.settings().limiters().keySet().forEach(name -> places.put(name, SettingsPrecedence.property(name)));
        methods.limited().forEach(method -> method.limits().forEach(limit -> places.put(limit.name(), method.place())));
        List<Finding> findings = new ArrayList<>();
        places.forEach((name, place) -> {
            check(name, place, "block-for", methods.blockFor(name), parent.blockFor(name), findings);
            if (properties.store() == Store.REDIS) {
                Object policy = Objects.requireNonNullElse(
                        parent.failurePolicy(name), properties.failure().policy());
                check(name, place, "on-failure", methods.failurePolicy(name), policy, findings);
            }
        });
        return findings;
    }

    private static void check(
            String limiter,
            String place,
            String property,
            @Nullable Object wanted,
            @Nullable Object inForce,
            List<Finding> findings) {
        if (wanted != null && !wanted.equals(inForce)) {
            findings.add(new Finding(
                    property + " of '" + limiter + "' is " + wanted + " here, but "
                            + (inForce == null ? "not set" : inForce)
                            + " in the parent context, whose limiters are used",
                    place,
                    "Set " + SettingsPrecedence.property(limiter) + "." + property + " in the parent context"));
        }
    }
}
