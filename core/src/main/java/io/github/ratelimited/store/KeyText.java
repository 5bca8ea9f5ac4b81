package io.github.ratelimited.store;

import java.lang.reflect.Array;
import java.util.Optional;

/**
 * Writes keys as text in which braces, percent signs and control characters are escaped, so that a key can stand in the
 * hash tag of a Redis key and no two different keys have the same text.
 */
public final class KeyText {

    /** An empty key is a key: it differs from none, which has no text at all. */
    private static final String EMPTY = "%empty";

    private static final ClassValue<Boolean> HAS_TEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("toString").getDeclaringClass() != Object.class;
            } catch (NoSuchMethodException ex) {
                throw new IllegalStateException(ex);
            }
        }
    };

    private KeyText() {}

    /**
     * The text of a key.
     *
     * @param key text, a number, or a list or array of such for a key of several parts
     * @return the text, in which {@code %} followed by a code of four digits stands for a character that is escaped
     * @throws IllegalArgumentException when the key has no text of its own
     */
    public static String of(Object key) {
        if (key instanceof String text && !text.isEmpty()) {
            return escape(text);
        }
        StringBuilder text = new StringBuilder();
        append(text, key);
        return text.isEmpty() ? EMPTY : text.toString();
    }

    private static void append(StringBuilder text, Object key) {
        if (key instanceof Iterable<?> parts && !(key instanceof java.nio.file.Path)) {
            text.append("%(");
            for (Object part : parts) {
                appendPart(text, part);
            }
            text.append("%)");
        } else if (key.getClass().isArray()) {
            text.append("%(");
            for (int i = 0; i < Array.getLength(key); i++) {
                appendPart(text, Array.get(key, i));
            }
            text.append("%)");
        } else if (key instanceof Optional<?> optional && optional.isPresent()) {
            append(text, optional.get());
        } else {
            requireText(key);
            text.append(escape(key.toString()));
        }
    }

    private static void appendPart(StringBuilder text, Object part) {
        if (part == null) {
            throw new IllegalArgumentException("A key must not have null parts");
        }
        append(text, part);
        text.append("%,");
    }

    private static void requireText(Object key) {
        if (key instanceof Optional || !HAS_TEXT.get(key.getClass())) {
            throw new IllegalArgumentException("A key needs text that tells it from others, but "
                    + (key instanceof Optional
                            ? "an empty Optional"
                            : key.getClass().getName()) + " has none");
        }
    }

    static String escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isSpecial(text.charAt(i))) {
                return escapeFrom(text, i);
            }
        }
        return text;
    }

    private static String escapeFrom(String text, int start) {
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, start);
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isSpecial(c)) {
                escaped.append('%').append(String.format("%04X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean isSpecial(char c) {
        return c == '{' || c == '}' || c == '%' || Character.isISOControl(c) || Character.isSurrogate(c);
    }
}
