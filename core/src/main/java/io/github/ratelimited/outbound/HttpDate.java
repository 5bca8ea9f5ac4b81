package io.github.ratelimited.outbound;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates as HTTP has them (RFC 9110, 5.6.7): today's format and the two obsolete ones, which recipients must accept. The day
 * of the week adds nothing, and is not looked at.
 */
final class HttpDate {

    private static final Pattern DAY_OF_WEEK = Pattern.compile("^[A-Za-z]{3,9},? +");

    /** A year of two digits is not further ahead. */
    private static final int MOST_YEARS_AHEAD = 50;

    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private HttpDate() {}

    /**
     * Reads a date.
     *
     * @param text value of a header field
     * @param now tells years of two digits
     * @return the moment, {@code null} for text that is no date
     */
    static @Nullable Instant read(String text, Instant now) {
        String date = DAY_OF_WEEK.matcher(text).replaceFirst("");
        Instant moment = read(date, DateTimeFormatter.RFC_1123_DATE_TIME);
        if (moment == null) {
            moment = read(date, ASCTIME);
        }
        return moment == null ? read(date, rfc850(now)) : moment;
    }

    private static @Nullable Instant read(String date, DateTimeFormatter format) {
        try {
            return Instant.from(format.parse(date));
        } catch (DateTimeException ex) {
            return null;
        }
    }

    private static DateTimeFormatter rfc850(Instant now) {
        int earliest = now.atOffset(ZoneOffset.UTC).getYear() + MOST_YEARS_AHEAD - 99;
        return new DateTimeFormatterBuilder()
                .appendPattern("dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
    }
}
