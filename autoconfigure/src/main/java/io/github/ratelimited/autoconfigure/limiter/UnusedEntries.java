package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.startup.StartupCheck;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Warns of limits by URL and on requests to others in an application that has nothing to which they apply. */
final class UnusedEntries implements StartupCheck {

    private static final Logger log = LoggerFactory.getLogger(UnusedEntries.class);

    private final RateLimitedProperties properties;
    private final ConfigurableBeanFactory beans;

    UnusedEntries(RateLimitedProperties properties, ConfigurableBeanFactory beans) {
        this.properties = properties;
        this.beans = beans;
    }

    /** Only a warning, because several applications may share a configuration. */
    @Override
    public List<Finding> findings() {
        if (!beans.containsBean("rateLimitRoutes")) {
            warn("routes", properties.routes().keySet(), "it serves no HTTP requests");
        }
        if (!isForBuilders() && !isForOwnClients()) {
            warn(
                    "clients",
                    properties.clients().keySet(),
                    "it has neither spring-boot-starter-restclient nor spring-boot-starter-webclient, and adds neither"
                            + " RateLimitClientInterceptor nor ReactiveRateLimitClientFilter to clients of its own");
        }
        return List.of();
    }

    private boolean isForBuilders() {
        return Stream.of("rateLimitRestClients", "rateLimitWebClients").anyMatch(beans::containsBean);
    }

    private boolean isForOwnClients() {
        return Stream.of("rateLimitClientInterceptor", "rateLimitClientFilter")
                .anyMatch(bean -> beans.getDependentBeans(bean).length > 0);
    }

    private void warn(String property, Set<String> entries, String reason) {
        if (!entries.isEmpty()) {
            log.warn(
                    "ratelimited.{} has {}, which limit nothing in this application, because {}",
                    property,
                    new TreeSet<>(entries),
                    reason);
        }
    }
}
