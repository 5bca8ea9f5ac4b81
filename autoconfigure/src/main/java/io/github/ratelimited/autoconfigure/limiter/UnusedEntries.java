package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;

/** Warns of limits by URL in an application that has nothing to which they apply. */
final class UnusedEntries implements StartupCheck {

    private static final Logger log = LoggerFactory.getLogger(UnusedEntries.class);

    private final RateLimitedProperties properties;
    private final BeanFactory beans;

    UnusedEntries(RateLimitedProperties properties, BeanFactory beans) {
        this.properties = properties;
        this.beans = beans;
    }

    /** Only a warning, because several applications may share a configuration. */
    @Override
    public List<Finding> findings() {
        warn("routes", properties.routes().keySet(), "rateLimitRoutes", "it serves no HTTP requests");
        warn("clients", properties.clients().keySet(), "rateLimitClientLimits", "spring-web is not on its class path");
        return List.of();
    }

    private void warn(String property, Set<String> entries, String bean, String reason) {
        if (!entries.isEmpty() && !beans.containsBean(bean)) {
            log.warn(
                    "ratelimited.{} has {}, which limit nothing in this application, because {}",
                    property,
                    new TreeSet<>(entries),
                    reason);
        }
    }
}
