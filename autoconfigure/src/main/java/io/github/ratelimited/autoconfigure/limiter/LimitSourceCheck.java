package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.settings.RateLimitSettings;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/** Finds limiters that ask a source of limits where there is none. */
final class LimitSourceCheck implements StartupCheck {

    private final RateLimitedProperties properties;
    private final ObjectProvider<LimitSource> source;

    LimitSourceCheck(RateLimitedProperties properties, ObjectProvider<LimitSource> source) {
        this.properties = properties;
        this.source = source;
    }

    @Override
    public List<Finding> findings() {
        boolean oneLimit = properties.store() == Store.RRATELIMITER;
        if (!oneLimit && source.getIfAvailable() != null) {
            return List.of();
        }
        return properties.limiters().keySet().stream()
                .filter(properties::asksLimitSource)
                .sorted()
                .map(name -> RateLimitSettings.property(name) + ".limit-source")
                .map(place -> oneLimit
                        ? new Finding(
                                "The store rratelimiter keeps one limit for a key, and asks no LimitSource",
                                place,
                                "Remove the property, or set another ratelimited.store")
                        : new Finding(
                                "There is no LimitSource bean to ask for the limits of keys",
                                place,
                                "Define a bean that implements io.github.ratelimited.LimitSource"))
                .toList();
    }
}
