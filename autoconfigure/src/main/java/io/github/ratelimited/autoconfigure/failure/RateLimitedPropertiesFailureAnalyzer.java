package io.github.ratelimited.autoconfigure.failure;

import io.github.ratelimited.autoconfigure.PlanProperties;
import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;

/** Names the property of {@code ratelimited} that is wrong and says how to write it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RateLimitedPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationPropertiesBindException> {

    private static final ConfigurationPropertyName LIMITERS = ConfigurationPropertyName.of("ratelimited.limiters");

    RateLimitedPropertiesFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ConfigurationPropertiesBindException cause) {
        if (cause.getBeanType() != RateLimitedProperties.class) {
            return null;
        }
        UnboundConfigurationPropertiesException unknown =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unknown != null) {
            return unknownProperties(unknown.getUnboundProperties(), cause);
        }
        BindException wrong = findCause(cause, BindException.class);
        return wrong == null ? null : wrongValue(wrong, cause);
    }

    private static FailureAnalysis unknownProperties(Set<ConfigurationProperty> unknown, Throwable cause) {
        boolean empty = unknown.stream().anyMatch(RateLimitedPropertiesFailureAnalyzer::isEmpty);
        StringBuilder description = new StringBuilder(
                "Ratelimited does not know these properties" + (empty ? ", or they are empty:\n" : ":\n"));
        Set<String> actions = new LinkedHashSet<>();
        for (ConfigurationProperty property : unknown) {
            describe(description, property);
            actions.add(isEmpty(property) ? "Give the property a value or remove it." : action(property.getName()));
        }
        return new FailureAnalysis(description.toString(), String.join("\n\n", actions), cause);
    }

    private static boolean isEmpty(ConfigurationProperty property) {
        return String.valueOf(property.getValue()).isBlank();
    }

    private static String action(ConfigurationPropertyName name) {
        int first = LIMITERS.getNumberOfElements();
        int last = name.getNumberOfElements() - 1;
        if (!LIMITERS.isAncestorOf(name)) {
            return "Correct the name or remove it. Below ratelimited there are: " + names(RateLimitedProperties.class);
        }
        if (last - first < 2) {
            return "Correct the name or remove it. A limiter has: " + names(RateLimitedProperties.Limiter.class);
        }
        if (name.getElement(first + 1, Form.UNIFORM).equals("plans")) {
            return "Correct the name or remove it. A plan has: " + names(PlanProperties.class);
        }
        String limiter = IntStream.range(first, last)
                .mapToObj(index -> name.getElement(index, Form.ORIGINAL))
                .collect(Collectors.joining("."));
        return """
                The name of a limiter with dots needs brackets, and in YAML quotes around them:

                    ratelimited:
                      limiters:
                        "[%s]":
                          %s: ...""".formatted(limiter, name.getLastElement(Form.DASHED));
    }

    private static String names(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(component -> DataObjectPropertyName.toDashedForm(component.getName()))
                .collect(Collectors.joining(", "));
    }

    private FailureAnalysis wrongValue(BindException wrong, Throwable cause) {
        StringBuilder description = new StringBuilder("A value of ratelimited cannot be used:\n");
        if (wrong.getProperty() != null) {
            describe(description, wrong.getProperty());
        }
        description
                .append("\n    Reason: ")
                .append(NestedExceptionUtils.getMostSpecificCause(wrong).getMessage());
        return new FailureAnalysis(description.toString(), howToWrite(wrong), cause);
    }

    private String howToWrite(BindException wrong) {
        ConversionFailedException conversion = findCause(wrong, ConversionFailedException.class);
        Class<?> type =
                conversion == null ? Object.class : conversion.getTargetType().getType();
        if (type.isEnum()) {
            return "Use one of " + Arrays.toString(type.getEnumConstants()) + ".";
        }
        if (type == LimitInterval.class) {
            return "Use a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M, or with CALENDAR_WINDOW "
                    + LimitInterval.WORDS + ".";
        }
        if (type == ZoneId.class) {
            return "Use a time zone such as Europe/Berlin or +02:00.";
        }
        return type == Duration.class ? "Use a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M." : "Correct the value.";
    }

    private static void describe(StringBuilder description, ConfigurationProperty property) {
        description
                .append("\n    Property: ")
                .append(property.getName())
                .append("\n    Value: \"")
                .append(property.getValue())
                .append("\"\n    Origin: ")
                .append(property.getOrigin())
                .append('\n');
    }
}
