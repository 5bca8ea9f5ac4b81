package io.github.ratelimited.autoconfigure.client;

import io.github.ratelimited.autoconfigure.ClientProperties;
import io.github.ratelimited.autoconfigure.ConfiguredRules;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitedMethods;
import io.github.ratelimited.interceptor.definition.UsedLimiter;
import io.github.ratelimited.outbound.ClientLimits;
import io.github.ratelimited.outbound.ClientSettings;
import io.github.ratelimited.rule.RuleSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the limits of {@code ratelimited.clients} in force, or reports what is wrong with them. */
final class ClientsCheck extends ConfiguredRules {

    private static final Logger log = LoggerFactory.getLogger(ClientsCheck.class);

    private final ClientLimits limits;
    private final RateLimitedMethods methods;

    ClientsCheck(ClientLimits limits, RateLimitedProperties properties, RateLimitedMethods methods) {
        super(properties, methods);
        this.limits = limits;
        this.methods = methods;
    }

    @Override
    public Runnable read(RateLimitedProperties properties) {
        return limits.replacement(ClientProperties.all(properties, under(properties)), together(properties));
    }

    @Override
    protected Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return ClientProperties.all(properties).stream().map(ClientSettings::rule);
    }

    @Override
    public List<Finding> findings() {
        Map<String, String> counted = limiters();
        for (UsedLimiter use : methods.uses()) {
            if (counted.containsKey(use.limiter())) {
                log.warn(
                        "Rate limit '{}' is on {} and in {}: a request that the method sends is counted twice. Take it from"
                                + " one of the two",
                        use.limiter(),
                        use.method(),
                        counted.get(use.limiter()));
            }
        }
        return super.findings();
    }
}
