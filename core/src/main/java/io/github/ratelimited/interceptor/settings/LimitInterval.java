package io.github.ratelimited.interceptor.settings;

import io.github.ratelimited.CalendarUnit;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * What the interval of a limit says: a length of time, a unit of the calendar, or words that are either, such as
 * {@code 1 day}. Which of them counts is up to the algorithm.
 *
 * @param length length of time; {@code null} for words that have none, such as {@code 1 month}
 * @param unit unit of the calendar; {@code null} for other text
 */
public record LimitInterval(
        @Nullable Duration length, @Nullable CalendarUnit unit) {

    /** The words for units of the calendar, for messages. */
    public static final String WORDS = "1 minute, 1 hour, 1 day, 1 week, 1 month, 1 quarter or 1 year";

    private static final Pattern WORD =
            Pattern.compile("1\\s+(minute|hour|day|week|month|quarter|year)", Pattern.CASE_INSENSITIVE);

    public LimitInterval {
        if (length == null && unit == null) {
            throw new IllegalArgumentException("An interval needs a length or a unit of the calendar");
        }
    }

    /** {@return an interval of so much time} */
    public static LimitInterval of(Duration length) {
        return new LimitInterval(length, null);
    }

    /** {@return an interval of so many milliseconds, for what a configuration holds as a number} */
    public static LimitInterval of(Integer millis) {
        return of(Duration.ofMillis(millis));
    }

    /**
     * Reads an interval. Spring converts text by this method.
     *
     * @param text a duration, or words such as {@code 1 month}
     * @return the interval
     * @throws IllegalArgumentException when it is neither
     */
    public static LimitInterval valueOf(String text) {
        LimitInterval words = ofWords(text);
        return words != null ? words : of(DurationFormatterUtils.detectAndParse(text.strip()));
    }

    /** {@return the interval that words such as {@code 1 month} stand for, {@code null} for other text} */
    public static @Nullable LimitInterval ofWords(String text) {
        Matcher word = WORD.matcher(text.strip());
        if (!word.matches()) {
            return null;
        }
        CalendarUnit unit = CalendarUnit.valueOf(word.group(1).toUpperCase(Locale.ROOT));
        return new LimitInterval(
                switch (unit) {
                    case MINUTE -> Duration.ofMinutes(1);
                    case HOUR -> Duration.ofHours(1);
                    case DAY -> Duration.ofDays(1);
                    case WEEK -> Duration.ofDays(7);
                    case MONTH, QUARTER, YEAR -> null;
                },
                unit);
    }

    /** {@return the interval as it can be written} */
    @Override
    public String toString() {
        return unit != null ? "1 " + unit.name().toLowerCase(Locale.ROOT) : String.valueOf(length);
    }
}
