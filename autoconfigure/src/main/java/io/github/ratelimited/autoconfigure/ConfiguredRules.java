package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.autoconfigure.RateLimitedProperties.Store;
import io.github.ratelimited.interceptor.definition.LimitedMethodRegistry;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.LimiterMode;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import java.util.Objects;
import java.util.function.Predicate;

/** Limits on requests, which may use the limiters of methods. */
public abstract class ConfiguredRules extends ConfiguredLimits {

    private final RateLimitedMethods methods;

    protected ConfiguredRules(RateLimitedProperties properties, RateLimitedMethods methods) {
        super(properties);
        this.methods = methods;
    }

    /** {@return what methods and the configuration say under these properties} */
    protected final LimitedMethodRegistry under(RateLimitedProperties properties) {
        return properties == atStart()
                ? Objects.requireNonNull(methods.inForce().get())
                : methods.under(properties.settings());
    }

    /** {@return whether a request takes permits of a limiter for all its entries together} */
    protected final Predicate<String> together(RateLimitedProperties properties) {
        SettingsPrecedence settings = properties.settings();
        boolean joint = atStart().store() != Store.RRATELIMITER;
        return limiter -> joint && settings.mode(limiter) == LimiterMode.ENFORCE;
    }
}
