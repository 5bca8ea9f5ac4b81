package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import io.github.ratelimited.rule.RuleSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Limits that others than methods have in the configuration, which can be read again while the application runs. */
public abstract class ConfiguredLimits implements StartupCheck {

    private final RateLimitedProperties atStart;

    protected ConfiguredLimits(RateLimitedProperties properties) {
        this.atStart = properties;
    }

    /** {@return the configuration of the start, for settings that stay in force until the next one} */
    protected final RateLimitedProperties atStart() {
        return atStart;
    }

    /**
     * Reads the limits of a configuration.
     *
     * @return puts them in force, all at once
     * @throws RateLimitConfigurationException with everything that is wrong
     */
    public abstract Runnable read(RateLimitedProperties properties);

    /** {@return what is counted, entry by entry; nothing unless said} */
    protected Stream<RuleSettings> rules(RateLimitedProperties properties) {
        return Stream.empty();
    }

    /** {@return the place of use by the name of each limiter} */
    public final Map<String, String> limiters(RateLimitedProperties properties) {
        Map<String, String> places = new TreeMap<>();
        rules(properties).forEach(rule -> places.put(rule.limiter(), rule.place()));
        return places;
    }

    @Override
    public List<Finding> findings() {
        try {
            read(atStart).run();
            return List.of();
        } catch (RateLimitConfigurationException ex) {
            return ex.getFindings();
        }
    }

    @Override
    public final Map<String, String> limiters() {
        return limiters(atStart);
    }
}
