package io.github.ratelimited.key;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts of the values in a key, as {@link KeyWriter} finds them, but none of its marks and escapes. */
final class KeyTexts {

    private KeyTexts() {}

    static Stream<String> of(@Nullable Object key) {
        Object value = KeyWriter.unwrap(key);
        if (value == null) {
            throw new KeyEncoding.Missing("A key must not have null parts");
        }
        if (value != key) {
            return of(value);
        }
        if (value instanceof Map<?, ?> map) {
            return of(map.entrySet());
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            return Stream.concat(of(entry.getKey()), of(entry.getValue()));
        }
        if (value instanceof Set<?> parts) {
            return parts.stream()
                    .map(part -> of(part).toArray(String[]::new))
                    .sorted(Arrays::compare)
                    .flatMap(Arrays::stream);
        }
        if (value instanceof List<?> parts) {
            return parts.stream().flatMap(KeyTexts::of);
        }
        return value.getClass().isArray()
                ? KeyWriter.elements(value).stream().flatMap(KeyTexts::of)
                : Stream.of(KeyValue.text(value));
    }
}
