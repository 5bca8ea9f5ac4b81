package io.github.ratelimited.autoconfigure.failure;

import io.github.ratelimited.autoconfigure.RateLimitedProperties;
import io.github.ratelimited.autoconfigure.SettingsException;
import io.github.ratelimited.autoconfigure.SettingsException.Mistake;
import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Names the properties of {@code ratelimited} that are wrong and says how to write them. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RateLimitedPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<SettingsException> {

    RateLimitedPropertiesFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SettingsException cause) {
        List<String> descriptions = new ArrayList<>();
        Set<String> actions = new LinkedHashSet<>();
        for (Mistake mistake : cause.getMistakes()) {
            descriptions.add(description(mistake));
            if (mistake.isUnknown()) {
                mistake.properties().forEach(property -> actions.add(action(property)));
            } else {
                actions.add(howToWrite(mistake));
            }
        }
        return new FailureAnalysis(String.join("\n", descriptions), String.join("\n\n", actions), cause);
    }

    private static String description(Mistake mistake) {
        StringBuilder description = new StringBuilder();
        if (mistake.isUnknown()) {
            boolean empty = mistake.properties().stream().anyMatch(RateLimitedPropertiesFailureAnalyzer::isEmpty);
            description
                    .append("Ratelimited does not know these properties")
                    .append(empty ? ", or they are empty:\n" : ":\n");
            mistake.properties().forEach(property -> describe(description, property));
        } else {
            description.append("A value of ratelimited cannot be used:\n");
            mistake.properties().forEach(property -> describe(description, property));
            mistake.reason()
                    .lines()
                    .forEach(reason -> description.append("\n    Reason: ").append(reason));
            description.append('\n');
        }
        return description.toString();
    }

    private static boolean isEmpty(ConfigurationProperty property) {
        return String.valueOf(property.getValue()).isBlank();
    }

    private static String action(ConfigurationProperty property) {
        return isEmpty(property) ? "Give the property a value or remove it." : action(property.getName());
    }

    /** Goes down the names as far as they are known. */
    private static String action(ConfigurationPropertyName name) {
        Type type = RateLimitedProperties.class;
        int known = 1;
        int map = 0;
        while (known < name.getNumberOfElements()) {
            if (type instanceof ParameterizedType entries && entries.getRawType() == Map.class) {
                type = entries.getActualTypeArguments()[1];
                map = known;
            } else if (type instanceof Class<?> settings && settings.isRecord()) {
                Type next = types(settings).get(name.getElement(known, Form.DASHED));
                if (next == null) {
                    break;
                }
                type = next;
            } else {
                break;
            }
            known++;
        }
        if (map > 0 && known == map + 1 && name.getNumberOfElements() > known + 1) {
            return brackets(name, map);
        }
        String place = name.chop(known).toString();
        return type instanceof Class<?> settings && settings.isRecord()
                ? "Correct the name or remove it. Below " + place + " there are: "
                        + String.join(", ", types(settings).keySet())
                : "Remove it. There is nothing below " + place + ".";
    }

    private static Map<String, Type> types(Class<?> settings) {
        Map<String, Type> types = new LinkedHashMap<>();
        for (RecordComponent component : settings.getRecordComponents()) {
            types.put(DataObjectPropertyName.toDashedForm(component.getName()), component.getGenericType());
        }
        return types;
    }

    private static String brackets(ConfigurationPropertyName name, int map) {
        int last = name.getNumberOfElements() - 1;
        String key = IntStream.range(map, last)
                .mapToObj(index -> name.getElement(index, Form.ORIGINAL))
                .collect(Collectors.joining("."));
        return """
                A name with dots needs brackets, and in YAML quotes around them:

                    ratelimited:
                      %s:
                        "[%s]":
                          ...""".formatted(name.getElement(map - 1, Form.DASHED), key);
    }

    private static String howToWrite(Mistake mistake) {
        Class<?> type = mistake.target();
        if (mistake.isGroup()) {
            return howToWriteBelow(type);
        }
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
        if (type == Duration.class) {
            return "Use a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M.";
        }
        if (type == Boolean.class) {
            return "Use true or false.";
        }
        return type == Long.class || type == Integer.class ? "Use a whole number such as 100." : "Correct the value.";
    }

    private static String howToWriteBelow(Class<?> group) {
        return group.isRecord()
                ? "Write its settings below it: "
                        + String.join(", ", types(group).keySet())
                : "Write names below it, each with settings of its own.";
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
