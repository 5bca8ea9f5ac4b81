package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.autoconfigure.SettingsException.Mistake;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;

/**
 * Reads all settings below {@code ratelimited} before it fails with everything that is wrong, where Spring Boot would stop at
 * the first mistake. Rejects numbers without a unit for durations: Spring Boot would take them for milliseconds, and an
 * interval of 10 was hardly meant as those.
 */
public final class SettingsBinding implements ConfigurationPropertiesBindHandlerAdvisor {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("ratelimited");

    /** 0 is the same in all units, and -1 is no length of time. */
    private static final Pattern WITHOUT_UNIT = Pattern.compile("(?!0$|-1$)[+-]?\\d+");

    @Override
    public BindHandler apply(BindHandler handler) {
        return new Collecting(handler);
    }

    private static final class Collecting extends AbstractBindHandler {

        private final Map<ConfigurationPropertyName, Mistake> mistakes = new LinkedHashMap<>();

        Collecting(BindHandler handler) {
            super(handler);
        }

        @Override
        public @Nullable Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            if ((result instanceof Duration || result instanceof LimitInterval) && PREFIX.isAncestorOf(name)) {
                requireUnit(name, context);
            }
            if ((result instanceof Long || result instanceof Integer) && PREFIX.isAncestorOf(name)) {
                requireWholeNumber(name, context.getConfigurationProperty());
            }
            return super.onSuccess(name, target, context, result);
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception failure)
                throws Exception {
            boolean whole = name.equals(PREFIX);
            if (failure instanceof SettingsException || !whole && !PREFIX.isAncestorOf(name)) {
                return super.onFailure(name, target, context, failure);
            }
            mistakes.put(name, new Mistake(whole ? Set.of() : found(name, context), failure));
            if (whole) {
                onFinish(name, target, context, null);
            }
            return null;
        }

        private static Set<ConfigurationProperty> found(ConfigurationPropertyName name, BindContext context) {
            @Nullable ConfigurationProperty property = context.getConfigurationProperty();
            return property == null ? inPlaceOfSettings(name, context) : Set.of(property);
        }

        /** Spring Boot forgets the value that a group of settings has when it finds no settings below it. */
        private static Set<ConfigurationProperty> inPlaceOfSettings(
                ConfigurationPropertyName group, BindContext context) {
            for (ConfigurationPropertySource source : context.getSources()) {
                ConfigurationProperty property = source.getConfigurationProperty(group);
                if (property != null) {
                    return Set.of(property);
                }
            }
            return Set.of();
        }

        @Override
        public void onFinish(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
                throws Exception {
            try {
                super.onFinish(name, target, context, result);
            } catch (UnboundConfigurationPropertiesException ex) {
                Set<ConfigurationProperty> unknown = ex.getUnboundProperties().stream()
                        .filter(property -> !mistakes.containsKey(property.getName()))
                        .collect(Collectors.toUnmodifiableSet());
                if (!name.equals(PREFIX)) {
                    throw ex;
                }
                if (!unknown.isEmpty()) {
                    mistakes.put(PREFIX.append("unknown"), new Mistake(unknown, ex));
                }
            }
            if (name.equals(PREFIX) && !mistakes.isEmpty()) {
                throw new SettingsException(List.copyOf(mistakes.values()));
            }
        }
    }

    /** YAML knows fractions, which Spring would cut off. */
    private static void requireWholeNumber(ConfigurationPropertyName name, @Nullable ConfigurationProperty property) {
        if (property != null && property.getValue() instanceof Double number && number % 1 != 0) {
            throw new IllegalArgumentException(name + " must be a whole number, but is " + number);
        }
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
                    new IllegalArgumentException(name + " needs a unit, such as '" + text.replaceFirst("^[+-]", "")
                            + "s', but is '" + text + "'"));
        }
    }
}
