package io.github.ratelimited.interceptor.definition;

import io.github.ratelimited.interceptor.settings.LimitInterval;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Reads the values that annotations give as text. Failures name the attribute and the value. */
public final class AttributeParser {

    private static final Pattern PLAIN_NUMBER = Pattern.compile("[+-]?\\d+");

    private AttributeParser() {}

    static @Nullable Long number(String attribute, String text) {
        if (text.isBlank()) {
            return null;
        }
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException ex) {
            throw new IllegalArgumentException(attribute + " must be a whole number, but is '" + text + "'", ex);
        }
    }

    /**
     * {@return an interval: a length of time, or words such as {@code 1 month}; {@code null} for blank text}
     *
     * @throws IllegalArgumentException when it is neither, or a number without a unit
     */
    public static @Nullable LimitInterval interval(String text) {
        LimitInterval words = LimitInterval.ofWords(text);
        Duration length = words != null ? null : duration("interval", text);
        return length == null ? words : LimitInterval.of(length);
    }

    /**
     * {@return a time zone such as {@code Europe/Berlin} or {@code +02:00}; {@code null} for blank text}
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static @Nullable ZoneId zone(String text) {
        try {
            return text.isBlank() ? null : ZoneId.of(text.strip());
        } catch (DateTimeException ex) {
            throw new IllegalArgumentException(
                    "zone must be a time zone such as Europe/Berlin or +02:00, but is '" + text + "'", ex);
        }
    }

    static @Nullable Duration timeout(String text) {
        return switch (text.strip()) {
            case "0" -> Duration.ZERO;
            case "-1" -> Duration.ofMillis(-1);
            default -> duration("timeout", text);
        };
    }

    /**
     * Reads a length of time.
     *
     * @param attribute what it is given for, for messages
     * @param text such as {@code 500ms}, {@code 10s}, {@code 1m}, {@code 1h}, {@code 1d} or ISO-8601
     * @return the length of time, {@code null} for blank text
     * @throws IllegalArgumentException when it is none, or a number without a unit
     */
    public static @Nullable Duration duration(String attribute, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            return null;
        }
        // Spring would take a plain number for milliseconds, and "60" was hardly meant as those.
        if (PLAIN_NUMBER.matcher(stripped).matches()) {
            throw new IllegalArgumentException(attribute + " needs a unit, such as '"
                    + stripped.replaceFirst("^[+-]", "") + "s', but is '" + text + "'");
        }
        try {
            return DurationFormatterUtils.detectAndParse(stripped);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(
                    attribute + " must be a duration such as 500ms, 10s, 1m, 1h, 1d or PT1M, but is '" + text + "'",
                    ex);
        }
    }
}
