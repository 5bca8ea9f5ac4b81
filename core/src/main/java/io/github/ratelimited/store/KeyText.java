package io.github.ratelimited.store;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes keys as text in which braces, percent signs and what is not seen are escaped, so that a key can stand in the
 * hash tag of a Redis key and no two different keys have the same text.
 */
public final class KeyText {

    /** An empty key is a key: it differs from none, which has no text at all. */
    private static final String EMPTY = "%empty";

    private static final int LONGEST = 200;

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

    /** A key, or a part of one, is not there. */
    public static final class Missing extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message);
        }
    }

    /**
     * The text of a key. A caller is known by name, because the text of one who has logged in tells of the session too;
     * equal sets and equal maps have the same text in whatever order they hand out what they hold.
     *
     * @param key text, a number, a {@link Principal}, or a collection, map or array of such for a key of several parts
     * @return the text, in which {@code %} followed by a code of four digits stands for a character that is escaped
     * @throws Missing when the key, or a part of it, is null or an empty Optional
     * @throws IllegalArgumentException when the key has no text of its own
     */
    public static String of(Object key) {
        if (key == null) {
            throw new Missing("A key must not be null");
        }
        if (key instanceof String text && !text.isEmpty()) {
            return escape(text);
        }
        StringBuilder text = new StringBuilder();
        append(text, key);
        return text.isEmpty() ? EMPTY : text.toString();
    }

    /**
     * The text of a key that no store need be afraid of: what takes more than 200 bytes of UTF-8 is a marked SHA-256.
     *
     * @param key as for {@link #of(Object)}
     * @return the text
     * @throws Missing when the key, or a part of it, is null or an empty Optional
     * @throws IllegalArgumentException when the key has no text of its own
     */
    public static String shortOf(Object key) {
        String text = of(key);
        return text.length() * 3 <= LONGEST || utf8(text).length <= LONGEST ? text : "%sha256:" + sha256(text);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(utf8(text)));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void append(StringBuilder text, Object key) {
        if (key instanceof Principal caller) {
            text.append(escape(name(caller)));
        } else if (key instanceof Map<?, ?> map) {
            append(text, map.entrySet());
        } else if (key instanceof Map.Entry<?, ?> entry) {
            append(text, Arrays.asList(entry.getKey(), entry.getValue()));
        } else if (key instanceof Set<?> parts) {
            text.append("%(");
            parts.stream().map(KeyText::part).sorted().forEach(text::append);
            text.append("%)");
        } else if (key instanceof Collection<?> parts) {
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
        } else if (key instanceof Optional) {
            throw new Missing("A key must not be an empty Optional");
        } else {
            requireText(key);
            text.append(escape(key.toString()));
        }
    }

    private static String name(Principal caller) {
        String name = caller.getName();
        if (name == null) {
            throw new IllegalArgumentException("A key needs text that tells it from others, but a caller of "
                    + caller.getClass().getName() + " has no name");
        }
        return name;
    }

    private static String part(Object part) {
        StringBuilder text = new StringBuilder();
        appendPart(text, part);
        return text.toString();
    }

    private static void appendPart(StringBuilder text, Object part) {
        if (part == null) {
            throw new Missing("A key must not have null parts");
        }
        append(text, part);
        text.append("%,");
    }

    private static void requireText(Object key) {
        if (!HAS_TEXT.get(key.getClass())) {
            throw new IllegalArgumentException("A key needs text that tells it from others, but "
                    + key.getClass().getName() + " has none");
        }
    }

    public static String escape(String text) {
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
        return c == '{' || c == '}' || c == '%' || c < ' ' || (c > '~' && isInvisible(c));
    }

    /** What a log or a terminal takes for more than a letter: controls, line ends, changes of direction. */
    private static boolean isInvisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
