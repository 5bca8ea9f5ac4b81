package io.github.ratelimited.autoconfigure;

import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/** Settings below {@code ratelimited} cannot be used. Carries all mistakes, not only the first. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Mistake> mistakes;

    SettingsException(List<Mistake> mistakes) {
        super(mistakes.stream().map(Mistake::line).collect(Collectors.joining("\n")));
        this.mistakes = mistakes;
        mistakes.forEach(mistake -> addSuppressed(mistake.failure()));
    }

    public List<Mistake> getMistakes() {
        return mistakes;
    }

    /**
     * What is wrong.
     *
     * @param properties the properties that are wrong, empty where several do not go together
     * @param failure why it is wrong
     */
    public record Mistake(Set<ConfigurationProperty> properties, Exception failure) {

        /** {@return whether nothing has the names of the properties, or they have no values} */
        public boolean isUnknown() {
            return failure instanceof UnboundConfigurationPropertiesException;
        }

        public String reason() {
            if (isUnknown()) {
                return "unknown or empty: " + names();
            }
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
            if (isGroup()) {
                return "it is a group of settings, which has no value of its own";
            }
            return cause instanceof ConverterNotFoundException
                            || cause instanceof NumberFormatException
                            || target().isEnum()
                    ? values() + " has another type"
                    : String.valueOf(cause.getMessage());
        }

        /** {@return the type that the value must have, {@code Object} where that is not why it is wrong} */
        public Class<?> target() {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof ConverterNotFoundException unknown) {
                    return unknown.getTargetType().getObjectType();
                }
                if (cause instanceof ConversionFailedException failed) {
                    return failed.getTargetType().getObjectType();
                }
            }
            return Object.class;
        }

        /** {@return whether settings belong below the property, which has a value instead} */
        public boolean isGroup() {
            Class<?> target = target();
            return target == Map.class || target.isRecord() && target != LimitInterval.class;
        }

        private String line() {
            return reason().contains(names()) ? reason() : names() + ": " + reason();
        }

        private String values() {
            return properties.stream()
                    .map(property -> "\"" + property.getValue() + "\"")
                    .collect(Collectors.joining(", "));
        }

        private String names() {
            return properties.stream()
                    .map(property -> property.getName().toString())
                    .sorted()
                    .collect(Collectors.joining(", "));
        }
    }
}
