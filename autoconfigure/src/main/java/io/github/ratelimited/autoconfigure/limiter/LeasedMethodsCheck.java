package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.lease.LeaseLength;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds methods, routes and clients whose limiters are leased and cannot be. */
final class LeasedMethodsCheck extends StoreCheck {

    LeasedMethodsCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        super(methods, properties);
    }

    @Override
    void check(Collection<LimitedMethod> limited, RateLimitedProperties properties, Set<Finding> findings) {
        Map<String, Duration> leases = leases(properties);
        if (leases.isEmpty()) {
            return;
        }
        for (LimitedMethod method : limited) {
            for (MethodLimit limit : method.limits()) {
                Duration lease = leases.get(limit.name());
                String problem = lease == null ? null : problem(limit, lease);
                if (problem != null) {
                    findings.add(finding(problem, method.place(), limit.name()));
                }
            }
        }
        entries(properties)
                .filter(rule -> rule.settle() != null && leases.containsKey(rule.limiter()))
                .forEach(rule -> findings.add(finding(settles(rule.limiter()), rule.place(), rule.limiter())));
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
