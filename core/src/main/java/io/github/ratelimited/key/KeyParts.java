package io.github.ratelimited.key;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record, or of a data class of Kotlin. What its own {@code toString()} makes of parts depends on the time
 * zone for a date, on the port for an address, and on the identity for an array.
 *
 * @param open what stands in front of the first part
 * @param all the parts, at least one; taken from fields, because an accessor may hand out a copy
 * @param close what stands behind the last part
 */
record KeyParts(String open, List<KeyPart> all, char close) {

    private static final String SEPARATORS = ",[]()";

    /**
     * The parts of classes, and whether a text shows them as they are. The values are of the JDK, because a class keeps them
     * that may live longer than the application: one of ours would keep the whole application.
     */
    private static final ClassValue<Map<Field, Boolean>> OF_CLASSES = new ClassValue<>() {
        @Override
        protected Map<Field, Boolean> computeValue(Class<?> type) {
            Map<Field, Boolean> all = new LinkedHashMap<>();
            KeyPart.of(type).forEach(part -> all.put(part.field(), part.isShownAsItIs()));
            return all;
        }
    };

    /** {@code null} for what counts by its text, such as a class that overrides {@code toString()}, or hides its parts. */
    static @Nullable KeyParts of(Object key) {
        Class<?> type = key.getClass();
        Map<Field, Boolean> fields = OF_CLASSES.get(type);
        if (fields.isEmpty()) {
            return null;
        }
        List<KeyPart> all = new ArrayList<>(fields.size());
        fields.forEach((field, isShownAsItIs) -> all.add(new KeyPart(field, isShownAsItIs)));
        KeyParts parts = type.isRecord()
                ? new KeyParts(type.getSimpleName() + "[", all, ']')
                : new KeyParts(type.getSimpleName() + "(", all, ')');
        String text = key.toString();
        return isOfKotlin(key) || text != null && parts.isGenerated(text, key) ? parts : null;
    }

    /** {@code Pair} and {@code Triple} have a text of their own that tells no more than their parts. */
    private static boolean isOfKotlin(Object key) {
        return key.getClass().getName().startsWith("kotlin.");
    }

    /** Whether the compiler makes such a text, in which only some parts of Kotlin are not shown as their fields are. */
    private boolean isGenerated(String text, Object key) {
        int at = 0;
        for (int i = 0; i < all.size(); i++) {
            if (!text.startsWith(before(i), at)) {
                return false;
            }
            at += before(i).length();
            String shown = String.valueOf(all.get(i).in(key));
            if (text.startsWith(shown, at)) {
                at += shown.length();
            } else if (all.get(i).isShownAsItIs()) {
                return false;
            } else {
                at = i < all.size() - 1 ? text.indexOf(before(i + 1), at) : text.length() - 1;
            }
        }
        return at == text.length() - 1 && text.charAt(at) == close;
    }

    private String before(int part) {
        return (part == 0 ? open : ", ") + all.get(part).name() + "=";
    }

    /**
     * Writes a key in the form of its {@code toString()}.
     *
     * @param write writes a part
     */
    String text(Object key, Function<@Nullable Object, String> write) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < all.size(); i++) {
            text.append(before(i)).append(write.apply(all.get(i).in(key)));
        }
        return text.append(close).toString();
    }

    /** As in every key, and what separates parts, so that no part can look like two. */
    static String escape(String part) {
        return KeyEncoding.escape(part, SEPARATORS);
    }
}
