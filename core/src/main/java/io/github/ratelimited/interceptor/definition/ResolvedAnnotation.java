package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.settings.LimiterSettings;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.StringValueResolver;

/** The values of one annotation, with {@code ${...}} resolved. Failures name the attribute and the value. */
record ResolvedAnnotation(MergedAnnotation<RateLimited> annotation, StringValueResolver placeholders) {

    String text(String attribute) {
        String raw = annotation.getString(attribute);
        String resolved = placeholders.resolveStringValue(raw);
        return resolved != null ? resolved.strip() : "";
    }

    /** {@return an expression, empty where the attribute is not set} */
    String expression(String attribute) {
        String text = text(attribute);
        String written = annotation.getString(attribute);
        if (text.isEmpty() && !written.isEmpty()) {
            throw new IllegalArgumentException(attribute + " '" + written
                    + "' is blank, which is no expression; in YAML an unquoted # begins a comment");
        }
        return text;
    }

    LimiterSettings settings() {
        return new LimiterSettings(
                        number("rate"),
                        AttributeParser.interval(text("interval")),
                        single("type", RateType.class),
                        single("algorithm", Algorithm.class),
                        number("burst"),
                        AttributeParser.timeout(text("timeout")),
                        single("onFailure", FailurePolicy.class),
                        null,
                        null,
                        AttributeParser.duration("blockFor", text("blockFor")),
                        AttributeParser.zone(text("zone")))
                .requireZoneInPlace();
    }

    private @Nullable Long number(String attribute) {
        long value = annotation.getLong(attribute);
        String twin = attribute + "String";
        Long text = AttributeParser.number(twin, text(twin));
        if (value == RateLimited.UNSET) {
            return text;
        }
        if (text != null) {
            throw new IllegalArgumentException(
                    attribute + " is set twice: " + attribute + " = " + value + " and " + twin + " = " + text);
        }
        return value;
    }

    private <E extends Enum<E>> @Nullable E single(String attribute, Class<E> type) {
        E[] values = annotation.getEnumArray(attribute, type);
        if (values.length > 1) {
            throw new IllegalArgumentException(attribute + " takes at most one value, but has "
                    + Arrays.stream(values).map(Enum::name).collect(Collectors.joining(", ")));
        }
        return values.length == 0 ? null : values[0];
    }
}
