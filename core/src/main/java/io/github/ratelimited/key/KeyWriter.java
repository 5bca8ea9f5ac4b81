package io.github.ratelimited.key;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a key: a list or an array as <code>%(one%,two%,%)</code>, a set as <code>%&lt;one%,two%,%&gt;</code> with its
 * parts sorted, a map as the set of its entries <code>key%=value</code>, and a record or data class as its
 * {@code toString()} does.
 *
 * @param escape writes what has no parts
 */
record KeyWriter(UnaryOperator<String> escape) {

    /** No real key is nested as deep as that: the key contains itself. */
    private static final int DEEPEST = 50;

    /** A part of a record that is null, which no text is. */
    private static final String NULL = "%null";

    private static final KeyWriter OF_KEYS = new KeyWriter(KeyEncoding::escape);

    private static final KeyWriter OF_PARTS = new KeyWriter(KeyParts::escape);

    static String write(Object key) {
        return OF_KEYS.write(key, 0);
    }

    private String write(@Nullable Object key, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException(
                    "A key must not contain itself, or be nested more than " + DEEPEST + " levels deep");
        }
        Object value = unwrap(key);
        if (value == null) {
            throw new KeyEncoding.Missing("A key must not have null parts");
        }
        if (value != key) {
            return write(value, depth + 1);
        }
        if (value instanceof Map<?, ?> map) {
            return set(map.entrySet(), depth + 1);
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return write(entry.getKey(), depth + 1) + "%=" + write(entry.getValue(), depth + 1);
        }
        if (value instanceof Set<?> parts) {
            return set(parts, depth + 1);
        }
        if (value instanceof List<?> parts) {
            return list(parts, depth + 1);
        }
        if (value.getClass().isArray()) {
            return list(elements(value), depth + 1);
        }
        KeyParts parts = KeyParts.of(value);
        return parts != null
                ? parts.text(value, part -> part == null ? NULL : OF_PARTS.write(part, depth + 1))
                : escape.apply(KeyValue.text(value));
    }

    /** What is in an Optional or a value class, or else the key itself. */
    static @Nullable Object unwrap(@Nullable Object key) {
        if (key instanceof Optional<?> optional) {
            return optional.orElseThrow(() -> new KeyEncoding.Missing("A key must not be an empty Optional"));
        }
        if (key instanceof OptionalInt || key instanceof OptionalLong || key instanceof OptionalDouble) {
            return number(key);
        }
        return key != null && ValueClass.is(key) ? ValueClass.value(key) : key;
    }

    private static Optional<?> number(Object key) {
        if (key instanceof OptionalInt optional) {
            return optional.isPresent() ? Optional.of(optional.getAsInt()) : Optional.empty();
        }
        if (key instanceof OptionalLong optional) {
            return optional.isPresent() ? Optional.of(optional.getAsLong()) : Optional.empty();
        }
        OptionalDouble optional = (OptionalDouble) key;
        return optional.isPresent() ? Optional.of(optional.getAsDouble()) : Optional.empty();
    }

    static List<@Nullable Object> elements(Object array) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            elements.add(Array.get(array, i));
        }
        return elements;
    }

    private String list(List<?> parts, int depth) {
        return parts.stream().map(part -> write(part, depth) + "%,").collect(Collectors.joining("", "%(", "%)"));
    }

    private String set(Set<?> parts, int depth) {
        return parts.stream()
                .map(part -> write(part, depth) + "%,")
                .sorted()
                .collect(Collectors.joining("", "%<", "%>"));
    }
}
