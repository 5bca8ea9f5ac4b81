package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;

/**
 * Rejects numbers without a unit for all durations below {@code ratelimited}. Spring Boot would take them for
 * milliseconds, and an interval of 10 was hardly meant as those.
 */
public final class DurationUnits implements ConfigurationPropertiesBindHandlerAdvisor {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ratelimited");

    /** 0 is the same in all units, and -1 is no length of time. */
    private static final Pattern WITHOUT_UNIT = Pattern.compile("(?!0$|-1$)[+-]?\\d+");

    @Override
    public BindHandler apply(BindHandler handler) {
        return new AbstractBindHandler(handler) {
            @Override
            public @Nullable Object onSuccess(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
                if ((result instanceof Duration || result instanceof LimitInterval) && PREFIX.isAncestorOf(name)) {
                    requireUnit(name, context);
                }
                return super.onSuccess(name, target, context, result);
            }
        };
    }

    /** Placeholders are resolved by reading the same property again. */
    private static void requireUnit(ConfigurationPropertyName name, BindContext context) {
        String text = context.getBinder()
                .bind(name, Bindable.of(String.class))
                .orElse("")
                .strip();
        if (WITHOUT_UNIT.matcher(text).matches()) {
            throw new ConversionFailedException(
                    TypeDescriptor.valueOf(String.class),
                    TypeDescriptor.valueOf(Duration.class),
                    text,
                    new IllegalArgumentException(
                            name + " needs a unit, such as '" + text + "s', but is '" + text + "'"));
        }
    }
}
