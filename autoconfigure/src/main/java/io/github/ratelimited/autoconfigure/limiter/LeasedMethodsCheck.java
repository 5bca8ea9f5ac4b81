package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.LimitedMethod;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.AdditionalCheck;
import io.github.ratelimited.lease.LeaseLength;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds methods whose limits are leased and cannot be. */
final class LeasedMethodsCheck implements AdditionalCheck {

    private final RateLimitedMethods methods;
    private final Map<String, Duration> leases;

    LeasedMethodsCheck(RateLimitedMethods methods, Map<String, Duration> leases) {
        this.methods = methods;
        this.leases = leases;
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

    @Override
    public List<Finding> findings() {
        return methods.limited().stream()
                .flatMap(method -> method.limits().stream().flatMap(limit -> findings(method, limit)))
                .distinct()
                .toList();
    }

    private Stream<Finding> findings(LimitedMethod method, MethodLimit limit) {
        Duration lease = leases.get(limit.name());
        String problem = lease == null ? null : problem(limit, lease);
        return problem == null
                ? Stream.empty()
                : Stream.of(new Finding(
                        problem, method.place(), "Correct " + SettingsPrecedence.property(limit.name()) + ".lease"));
    }

    private static @Nullable String problem(MethodLimit limit, Duration lease) {
        if (limit.settle() != null) {
            return "settle needs every call to be counted by itself, so that '" + limit.name() + "' cannot be leased";
        }
        if (limit.blockFor() != null) {
            return "blockFor would block keys for permits that others hold, so that '" + limit.name()
                    + "' cannot be leased";
        }
        RateLimit declared = limit.limit();
        return declared == null ? null : new LeaseLength(lease).problemWith(declared);
    }
}
