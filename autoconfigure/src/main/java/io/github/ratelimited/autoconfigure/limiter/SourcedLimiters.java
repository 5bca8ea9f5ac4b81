package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.LimitSource;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.limiter.StoreRateLimiters;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The limiters that ask the application's source of limits; a mistake where there is none. When the configuration is read
 * again, the source is asked again for each key. Safe for use by many threads.
 */
final class SourcedLimiters extends ConfiguredLimits {

    private final ObjectProvider<LimitSource> source;
    private final ObjectProvider<RateLimiters> limiters;
    private volatile Set<String> names;

    SourcedLimiters(
            RateLimitedProperties properties,
            ObjectProvider<LimitSource> source,
            ObjectProvider<RateLimiters> limiters) {
        super(properties);
        this.source = source;
        this.limiters = limiters;
        this.names = properties.settings().sourced();
    }

    boolean ask(String name) {
        return names.contains(name);
    }

    @Override
    public Runnable read(RateLimitedProperties properties) {
        Set<String> next = properties.settings().sourced();
        boolean oneLimit = atStart().store() == Store.RRATELIMITER;
        if (!next.isEmpty() && (oneLimit || source.getIfAvailable() == null)) {
            throw new RateLimitConfigurationException(next.stream()
                    .sorted()
                    .map(name -> finding(SettingsPrecedence.property(name) + ".limit-source", oneLimit))
                    .toList());
        }
        return () -> {
            boolean asked = !names.isEmpty() || !next.isEmpty();
            names = next;
            if (asked && limiters.getIfAvailable() instanceof StoreRateLimiters own) {
                own.levels().readSourcesAgain();
            }
        };
    }

    private static Finding finding(String place, boolean oneLimit) {
        return oneLimit
                ? new Finding(
                        "The store rratelimiter keeps one limit for a key, and does not ask a LimitSource",
                        place,
                        "Remove the property, or set another ratelimited.store")
                : new Finding(
                        "There is no LimitSource bean to ask for the limits of keys",
                        place,
                        "Define a bean that implements io.github.ratelimited.LimitSource");
    }
}
