package io.github.ratelimited.autoconfigure.limiter;

import io.github.ratelimited.autoconfigure.ConfiguredLimits;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent.Cause;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.SettingsBinding;
import io.github.ratelimited.interceptor.definition.Finding;
import io.github.ratelimited.interceptor.definition.RateLimitConfigurationException;
import io.github.ratelimited.interceptor.startup.DeclaredChange;
import io.github.ratelimited.interceptor.startup.SettingsReload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/**
 * Reads {@code ratelimited.*} again when the environment has changed. Settings with mistakes change nothing: a running
 * application goes on with those it has.
 */
final class EnvironmentChanges implements ApplicationListener<EnvironmentChangeEvent> {

    private static final Logger log = LoggerFactory.getLogger(EnvironmentChanges.class);

    private final Environment environment;
    private final SettingsReload reload;
    private final List<ConfiguredLimits> others;
    private final ApplicationEventPublisher events;

    EnvironmentChanges(
            Environment environment,
            SettingsReload reload,
            List<ConfiguredLimits> others,
            ApplicationEventPublisher events) {
        this.environment = environment;
        this.reload = reload;
        this.others = others;
        this.events = events;
    }

    /** Whatever has changed, because annotations may hold placeholders of any name. */
    @Override
    public void onApplicationEvent(EnvironmentChangeEvent event) {
        List<DeclaredChange> changes;
        try {
            changes = readAndApply();
        } catch (BindException | RateLimitConfigurationException ex) {
            log.warn(
                    "The changed settings of rate limits cannot be used, so the previous ones stay in force: {}",
                    NestedExceptionUtils.getMostSpecificCause(ex).getMessage());
            return;
        }
        changes.forEach(this::publish);
    }

    /** Under one lock, as changes on several threads would else come into force in another order than they were read. */
    private synchronized List<DeclaredChange> readAndApply() {
        return apply(read());
    }

    /** All is read before anything changes, so that a mistake changes nothing. */
    private List<DeclaredChange> apply(RateLimitedProperties properties) {
        Map<String, String> places = new TreeMap<>();
        List<Finding> findings = new ArrayList<>();
        List<Runnable> read = new ArrayList<>();
        for (ConfiguredLimits each : others) {
            places.putAll(each.limiters(properties));
            try {
                read.add(each.read(properties));
            } catch (RateLimitConfigurationException ex) {
                findings.addAll(ex.getFindings());
            }
        }
        List<DeclaredChange> changes = reload.apply(properties.settings(), places, findings);
        read.forEach(Runnable::run);
        return changes;
    }

    private RateLimitedProperties read() {
        BindHandler strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        return Binder.get(environment)
                .bindOrCreate(
                        "ratelimited", Bindable.of(RateLimitedProperties.class), new SettingsBinding().apply(strict));
    }

    private void publish(DeclaredChange change) {
        log.info(
                "Rate limit '{}' was {} and is declared as {} now",
                change.limiter(),
                change.before() == null ? "not declared" : "declared as " + change.before(),
                change.after());
        try {
            events.publishEvent(
                    new RateLimitChangedEvent(change.limiter(), change.before(), change.after(), Cause.CONFIGURATION));
        } catch (RuntimeException ex) {
            log.warn("A listener failed on the change of rate limit '{}', which is in force", change.limiter(), ex);
        }
    }
}
