package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.launcher.TestSize;
import io.github.ratelimited.model.PlainCalendar;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code -Dtests.full} over several years. */
class CalendarWindowsTests {

    /** Of eight years, whose first has each change of clocks. */
    private static final int YEARS = TestSize.of(1, 8);

    private static final Instant FROM = Instant.parse("2009-12-01T00:00:00Z");

    static Stream<Arguments> calendars() {
        return Stream.of(
                        "Europe/Berlin",
                        "America/New_York",
                        "Asia/Kolkata",
                        "Australia/Lord_Howe",
                        "Pacific/Apia",
                        "America/Havana",
                        "America/St_Johns",
                        "America/Sao_Paulo",
                        "Asia/Beirut",
                        "UTC")
                .flatMap(zone -> Stream.of(CalendarUnit.values()).map(unit -> Arguments.of(zone, unit)));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static CalendarInterval calendar(String zone, CalendarUnit unit) {
        return new CalendarInterval(unit, ZoneId.of(zone));
    }

    @ParameterizedTest
    @MethodSource("calendars")
    void beginWhereALocalCalendarShowsAnother(String zone, CalendarUnit unit) {
        CalendarInterval calendar = calendar(zone, unit);
        long step = unit == CalendarUnit.MINUTE || unit == CalendarUnit.HOUR ? 1 : 6;
        Duration span = unit == CalendarUnit.MINUTE ? Duration.ofDays(50L * YEARS) : Duration.ofDays(350L * YEARS + 50);
        PlainCalendar plain = new PlainCalendar(calendar, FROM.minus(800, ChronoUnit.DAYS));
        Random random = new Random(unit.ordinal());
        for (Instant hour = FROM; hour.isBefore(FROM.plus(span)); hour = hour.plus(step, ChronoUnit.HOURS)) {
            long moment = micros(hour) + random.nextLong(step * 3_600_000_000L);
            long start = plain.at(moment);
            long end = plain.after(moment);
            long next = plain.after(end);
            assertThat(CalendarWindows.at(calendar, moment))
                    .as(hour.toString())
                    .isEqualTo(new CalendarWindows(calendar, start, end, next, plain.after(next)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Both changes of summer time: days of 23 and 25 hours, and each hour of its own.
        "Europe/Berlin, DAY, 2026-03-29T10:00:00Z, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
        "Europe/Berlin, DAY, 2026-10-25T00:30:00Z, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
        "Europe/Berlin, HOUR, 2026-10-25T00:30:00Z, 2026-10-25T00:00:00Z, 2026-10-25T01:00:00Z",
        "Europe/Berlin, HOUR, 2026-10-25T01:30:00Z, 2026-10-25T01:00:00Z, 2026-10-25T02:00:00Z",
        "America/New_York, MONTH, 2026-03-20T00:00:00Z, 2026-03-01T05:00:00Z, 2026-04-01T04:00:00Z",
        "Asia/Kolkata, HOUR, 2026-01-01T00:00:00Z, 2025-12-31T23:30:00Z, 2026-01-01T00:30:00Z",
        // Where clocks change by half an hour the hour in which they do ends.
        "Australia/Lord_Howe, HOUR, 2026-04-04T15:10:00Z, 2026-04-04T15:00:00Z, 2026-04-04T15:30:00Z",
        "Australia/Lord_Howe, HOUR, 2026-10-03T15:40:00Z, 2026-10-03T15:30:00Z, 2026-10-03T16:00:00Z",
        // There was no 30 December.
        "Pacific/Apia, DAY, 2011-12-30T09:59:59Z, 2011-12-29T10:00:00Z, 2011-12-30T10:00:00Z",
        "Pacific/Apia, DAY, 2011-12-30T10:00:00Z, 2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z",
        // There was no midnight.
        "America/Sao_Paulo, DAY, 2018-11-04T12:00:00Z, 2018-11-04T03:00:00Z, 2018-11-05T02:00:00Z",
        // There were two, and at another place clocks went back over it.
        "America/Havana, DAY, 2026-11-01T05:30:00Z, 2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z",
        "America/St_Johns, DAY, 2010-11-07T02:45:00Z, 2010-11-07T02:30:00Z, 2010-11-08T03:30:00Z",
        "UTC, MONTH, 2028-02-29T23:59:59Z, 2028-02-01T00:00:00Z, 2028-03-01T00:00:00Z",
        "UTC, DAY, 2028-02-29T12:00:00Z, 2028-02-29T00:00:00Z, 2028-03-01T00:00:00Z",
        "UTC, WEEK, 2027-01-03T12:00:00Z, 2026-12-28T00:00:00Z, 2027-01-04T00:00:00Z",
        "UTC, QUARTER, 2026-12-31T23:59:59Z, 2026-10-01T00:00:00Z, 2027-01-01T00:00:00Z",
        "Europe/Berlin, YEAR, 2026-12-31T22:59:59Z, 2025-12-31T23:00:00Z, 2026-12-31T23:00:00Z",
    })
    void endWhereTheCalendarSaysSo(String zone, CalendarUnit unit, Instant moment, Instant start, Instant end) {
        CalendarWindows windows = CalendarWindows.at(calendar(zone, unit), micros(moment));
        assertThat(windows.window()).isEqualTo(new Window(start, end));
    }

    @Test
    void areThoseOfAnyOffset() {
        CalendarInterval minute = new CalendarInterval(CalendarUnit.MINUTE, ZoneOffset.ofHoursMinutesSeconds(1, 2, 3));
        assertThat(CalendarWindows.at(minute, 58_000_000).start()).isEqualTo(57_000_000);
        assertThat(CalendarWindows.at(minute, -1).start()).isEqualTo(-3_000_000);
    }

    @Test
    void tellWhenOneBeginsThatComesLater() {
        CalendarWindows minutes = CalendarWindows.at(calendar("UTC", CalendarUnit.MINUTE), 90_000_000);
        assertThat(minutes.later(90_000_000, 0)).isEqualTo(90_000_000);
        assertThat(minutes.later(90_000_000, 1)).isEqualTo(120_000_000);
        assertThat(minutes.later(120_000_000, 1)).isEqualTo(180_000_000);
        assertThat(minutes.later(90_000_000, 5)).isEqualTo(360_000_000);
        assertThat(minutes.endAfter(0)).isEqualTo(60_000_000);
        assertThat(minutes.endAfter(240_000_000)).isEqualTo(Long.MAX_VALUE);
    }
}
