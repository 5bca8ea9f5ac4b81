package io.github.ratelimited.key;

import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes keys as text in which braces, percent signs and what is not seen are escaped, so that a key can stand in the
 * hash tag of a Redis key and no two different keys have the same text.
 */
public final class KeyEncoding {

    /** An empty key is a key: it differs from none, which has no text at all. */
    private static final String EMPTY = "%empty";

    private static final int LONGEST = 200;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static final Pattern ESCAPED = Pattern.compile("%([0-9A-F]{4})");

    private KeyEncoding() {}

    /** A key, or a part of one, is not there. */
    public static final class Missing extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        Missing(String message) {
            super(message);
        }
    }

    /**
     * The text of a key, which is the same wherever and whenever it is written. Callers count by name, addresses
     * without their port, dates as the instant, numbers by value: 1.0 and 1.00 are the same key. Equal sets and equal
     * maps have the same text in whatever order they hand out their elements; a set is never the same key as a list.
     *
     * @param key text, a number, a {@link Principal}, a date, an address or another object with {@code toString()} and
     *     {@code equals()} of its own, or a list, set, map or array of such for a key of several parts
     * @return the text, in which {@code %} followed by a code of four digits stands for a character that is escaped
     * @throws Missing when the key, or a part of it, is null or an empty Optional
     * @throws IllegalArgumentException when the key has no text of its own, or contains itself
     */
    public static String of(Object key) {
        if (key == null) {
            throw new Missing("A key must not be null");
        }
        if (key instanceof String text && !text.isEmpty()) {
            return escape(text);
        }
        String text = KeyWriter.write(key);
        return text.isEmpty() ? EMPTY : text;
    }

    /**
     * The text of a key, of bounded length: what takes more than 200 bytes of UTF-8 is a marked SHA-256.
     *
     * @param key as for {@link #of(Object)}
     * @return the text
     * @throws IllegalArgumentException as for {@link #of(Object)}
     */
    public static String shortOf(Object key) {
        String text = of(key);
        return text.length() * 3 <= LONGEST || utf8(text).length <= LONGEST ? text : "%sha256:" + sha256(text);
    }

    /**
     * The texts of the values in a key, without escapes, also of those in values that are lists, arrays, sets, maps or value
     * classes. Those of a list have its order; elements of a set and entries of a map are sorted. A record is one value.
     *
     * @param key one that {@link #of(Object)} accepts
     * @return the texts, one of a key without parts
     */
    public static List<String> parts(Object key) {
        return key instanceof String text ? List.of(text) : KeyTexts.of(key).toList();
    }

    /**
     * The parts of a key of which only the text is known.
     *
     * @param text as from {@link #shortOf(Object)}
     * @return one part, none if the text stands for several or was shortened
     */
    public static List<String> partsOfText(String text) {
        if (text.equals(EMPTY)) {
            return List.of("");
        }
        boolean isPlain =
                !text.isEmpty() && !ESCAPED.matcher(text).replaceAll("").contains("%");
        return isPlain
                ? List.of(ESCAPED.matcher(text)
                        .replaceAll(code ->
                                Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16)))))
                : List.of();
    }

    /**
     * Whether objects that are declared with a type can have a text. A type that leaves open what its objects are, such as an
     * interface, always can.
     *
     * @param type a type
     * @return {@code false} only where {@link #of(Object)} fails for each object
     */
    public static boolean isPossible(Class<?> type) {
        return type.isArray()
                ? isPossible(type.getComponentType())
                : type == Object.class || Modifier.isAbstract(type.getModifiers()) || KeyValue.isPossible(type);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** {@return the SHA-256 of a text, in 64 hexadecimal digits} */
    public static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(utf8(text)));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    public static String escape(String text) {
        return escape(text, "");
    }

    /** Escapes some more characters. */
    static String escape(String text, String more) {
        for (int i = 0; i < text.length(); i++) {
            if (isEscaped(text.charAt(i), more)) {
                return escapeFrom(text, i, more);
            }
        }
        return text;
    }

    private static String escapeFrom(String text, int start, String more) {
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, start);
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isEscaped(c, more)) {
                escaped.append('%').append(HEX.toHexDigits(c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean isEscaped(char c, String more) {
        return isSpecial(c) || more.indexOf(c) >= 0;
    }

    private static boolean isSpecial(char c) {
        return c == '{' || c == '}' || c == '%' || c < ' ' || (c > '~' && isInvisible(c));
    }

    /** What a log or a terminal takes for more than a letter: controls, line ends, changes of direction. */
    static boolean isInvisible(int code) {
        return switch (Character.getType(code)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
