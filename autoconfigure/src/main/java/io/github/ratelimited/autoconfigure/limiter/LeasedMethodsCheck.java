package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.autoconfigure.ClientProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.RouteProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.MethodLimit;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.settings.SettingsPrecedence;
import io.github.ratelimited.interceptor.startup.AdditionalCheck;
import io.github.ratelimited.lease.LeaseLength;
import io.github.ratelimited.outbound.ClientSettings;
import io.github.ratelimited.rule.RuleSettings;
import io.github.ratelimited.web.route.RouteSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds methods, routes and clients whose limiters are leased and cannot be. */
final class LeasedMethodsCheck implements AdditionalCheck {

    private final RateLimitedMethods methods;
    private final Map<String, Duration> leases;
    private final List<RuleSettings> settled;

    LeasedMethodsCheck(RateLimitedMethods methods, RateLimitedProperties properties) {
        this.methods = methods;
        this.leases = leases(properties);
        this.settled = leases.isEmpty()
                ? List.of()
                : rules(properties).filter(rule -> rule.settle() != null).toList();
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

    /** {@return the entries of routes and clients} */
    static Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return Stream.concat(
                RouteProperties.all(properties).stream().map(RouteSettings::rule),
                ClientProperties.all(properties).stream().map(ClientSettings::rule));
    }

    @Override
    public List<Finding> findings() {
        Stream<Finding> ofMethods = methods.limited().stream()
                .flatMap(method -> method.limits().stream()
                        .flatMap(limit -> finding(limit.name(), problem(limit), method.place())));
        Stream<Finding> ofRules =
                settled.stream().flatMap(rule -> finding(rule.limiter(), settles(rule.limiter()), rule.place()));
        return Stream.concat(ofMethods, ofRules).distinct().toList();
    }

    private Stream<Finding> finding(String limiter, @Nullable String problem, String place) {
        return problem == null || !leases.containsKey(limiter)
                ? Stream.empty()
                : Stream.of(new Finding(problem, place, "Correct " + SettingsPrecedence.property(limiter) + ".lease"));
    }

    private static String settles(String limiter) {
        return "settle needs every call to be counted by itself, so that '" + limiter + "' cannot be leased";
    }

    private @Nullable String problem(MethodLimit limit) {
        if (limit.expressions().settle() != null) {
            return settles(limit.name());
        }
        if (limit.blockFor() != null) {
            return "blockFor would block keys for permits that others hold, so that '" + limit.name()
                    + "' cannot be leased";
        }
        RateLimit declared = limit.limit();
        Duration lease = leases.get(limit.name());
        return declared == null || lease == null ? null : new LeaseLength(lease).problemWith(declared);
    }
}
