package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.ClientProperties;
import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RouteProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.outbound.ClientSettings;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds what methods, routes and clients ask of a store that cannot do it, at the start and when the configuration changes. */
abstract class StoreCheck extends ConfiguredLimits {

    private final RateLimitedMethods methods;
    private volatile RateLimitedProperties inForce;

    StoreCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        super(properties);
        this.methods = methods;
        this.inForce = properties;
    }

    /** Finds what is wrong with methods that were read under the properties, and with these. */
    abstract void check(Collection<LimitedMethod> limited, RateLimitedProperties properties, Set<Finding> findings);

    @Override
    public final List<Finding> findings() {
        Set<Finding> findings = new LinkedHashSet<>();
        check(methods.limited(), inForce, findings);
        return List.copyOf(findings);
    }

    /** A mistake that was there before, as on a bean that came late, goes on failing its own calls only. */
    @Override
    public final Runnable read(RateLimitedProperties properties) {
        Set<Finding> findings = new LinkedHashSet<>();
        check(methods.under(properties.settings()).limited(), properties, findings);
        findings().forEach(findings::remove);
        if (!findings.isEmpty()) {
            throw new RateLimitConfigurationException(List.copyOf(findings));
        }
        return () -> inForce = properties;
    }

    /** {@return the entries of routes and clients} */
    static Stream<RuleSettings> entries(RateLimitedProperties properties) {
        return Stream.concat(
                RouteProperties.all(properties).stream().map(RouteSettings::rule),
                ClientProperties.all(properties).stream().map(ClientSettings::rule));
    }

    /** How long permits are held by the names of the limiters that are leased. */
    static Map<String, Duration> leases(RateLimitedProperties properties) {
        Map<String, Duration> leases = new TreeMap<>();
        properties.limiters().forEach((name, limiter) -> {
            if (limiter.lease() != null) {
                leases.put(name, limiter.lease());
            }
        });
        return leases;
    }
}
