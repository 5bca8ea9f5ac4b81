package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.ClientProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RouteProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.AdditionalCheck;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.outbound.ClientSettings;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds methods, routes and clients whose limiters are leased and cannot be.
 *
 * @param methods the limits of all methods
 */
record LeasedMethodsCheck(RateLimitedMethods methods, RateLimitedProperties properties) implements AdditionalCheck {

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

    /** {@return the entries of routes and clients} */
    static Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return Stream.concat(
                RouteProperties.all(properties).stream().map(RouteSettings::rule),
                ClientProperties.all(properties).stream().map(ClientSettings::rule));
    }

    @Override
    public List<Finding> findings() {
        Map<String, Duration> leases = leases(properties);
        if (leases.isEmpty()) {
            return List.of();
        }
        Set<Finding> findings = new LinkedHashSet<>();
        for (LimitedMethod method : methods.limited()) {
            for (MethodLimit limit : method.limits()) {
                Duration lease = leases.get(limit.name());
                String problem = lease == null ? null : problem(limit, lease);
                if (problem != null) {
                    findings.add(finding(problem, method.place(), limit.name()));
                }
            }
        }
        rules(properties)
                .filter(rule -> rule.settle() != null && leases.containsKey(rule.limiter()))
                .forEach(rule -> findings.add(finding(settles(rule.limiter()), rule.place(), rule.limiter())));
        return List.copyOf(findings);
    }

    private static @Nullable String problem(MethodLimit limit, Duration lease) {
        if (limit.expressions().settle() != null) {
            return settles(limit.name());
        }
        if (limit.blockFor() != null) {
            return "blockFor would block keys for permits that others hold, so that '" + limit.name()
                    + "' cannot be leased";
        }
        return limit.limit() == null ? null : new LeaseLength(lease).problemWith(limit.limit());
    }

    private static String settles(String limiter) {
        return "settle needs every call to be counted by itself, so that '" + limiter + "' cannot be leased";
    }

    private static Finding finding(String problem, String place, String limiter) {
        return new Finding(problem, place, "Correct " + SettingsPrecedence.property(limiter) + ".lease");
    }
}
