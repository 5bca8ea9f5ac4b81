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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds methods, routes, clients and blocks of limiters that are leased, or have been since the start, and cannot be. */
final class LeaseCheck extends StoreCheck {

    LeaseCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        super(methods, properties);
    }

    @Override
    void check(Collection<LimitedMethod> limited, RateLimitedProperties properties, Set<Finding> findings) {
        Map<String, Duration> leases = leases(properties);
        Set<String> leased = new TreeSet<>(leases.keySet());
        leased.addAll(leases(atStart()).keySet());
        SettingsPrecedence settings = properties.settings();
        for (String limiter : leased) {
            if (settings.blockFor(limiter) != null) {
                findings.add(finding(blocks(limiter), SettingsPrecedence.property(limiter), limiter, leases));
            }
        }
        for (LimitedMethod method : limited) {
            for (MethodLimit limit : method.limits()) {
                String problem = leased.contains(limit.name()) ? problem(limit, leases.get(limit.name())) : null;
                if (problem != null) {
                    findings.add(finding(problem, method.place(), limit.name(), leases));
                }
            }
        }
        entries(properties)
                .filter(rule -> rule.settle() != null && leased.contains(rule.limiter()))
                .forEach(rule -> findings.add(finding(settles(rule.limiter()), rule.place(), rule.limiter(), leases)));
    }

    /** A limit that cannot be leased ends the lease by itself; settling and blocks do not. */
    private static @Nullable String problem(MethodLimit limit, @Nullable Duration lease) {
        if (limit.expressions().settle() != null) {
            return settles(limit.name());
        }
        if (limit.blockFor() != null) {
            return blocks(limit.name());
        }
        return limit.limit() == null || lease == null ? null : new LeaseLength(lease).problemWith(limit.limit());
    }

    private static String settles(String limiter) {
        return "settle needs every call to be counted by itself, so that '" + limiter + "' cannot be leased";
    }

    private static String blocks(String limiter) {
        return "blockFor would block keys for permits that others hold, so that '" + limiter + "' cannot be leased";
    }

    private static Finding finding(String problem, String place, String limiter, Map<String, Duration> leases) {
        String lease = SettingsPrecedence.property(limiter) + ".lease";
        return new Finding(
                problem,
                place,
                leases.containsKey(limiter)
                        ? "Correct " + lease
                        : "Restart first: " + lease + " is read at startup only, so the limiter is leased until then");
    }
}
