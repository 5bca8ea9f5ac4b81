package io.github.ratelimited.store;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.CalendarUnit;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/** Works out when windows of a calendar begin, in seconds since the epoch. */
interface CalendarBoundaries {

    /** The beginning of the window in which a moment lies. */
    long startAt(long moment);

    /** The beginning of the next window after one that begins at a moment. */
    long startAfter(long start);

    static CalendarBoundaries of(CalendarInterval calendar) {
        ZoneId zone = calendar.zone();
        return switch (calendar.unit()) {
            case MINUTE -> new OfHours(calendar, zone.getRules(), 60);
            case HOUR -> new OfHours(calendar, zone.getRules(), 3600);
            case DAY -> new OfDays(calendar, zone, ChronoUnit.DAYS);
            case WEEK -> new OfDays(calendar, zone, ChronoUnit.WEEKS);
            case MONTH -> new OfDays(calendar, zone, ChronoUnit.MONTHS);
            case QUARTER -> new OfDays(calendar, zone, IsoFields.QUARTER_YEARS);
            case YEAR -> new OfDays(calendar, zone, ChronoUnit.YEARS);
        };
    }

    CalendarInterval calendar();

    /** The windows from a moment on, in microseconds since the epoch. */
    default CalendarWindows windowsAt(long micros) {
        long start = startAt(Math.floorDiv(micros, 1_000_000));
        long end = startAfter(start);
        long next = startAfter(end);
        return new CalendarWindows(
                calendar(), start * 1_000_000, end * 1_000_000, next * 1_000_000, startAfter(next) * 1_000_000);
    }

    /** Elapsed time that is aligned to what local clocks show, anew where their offset changes by a part of it. */
    record OfHours(CalendarInterval calendar, ZoneRules rules, long length) implements CalendarBoundaries {

        private long aligned(long moment) {
            return moment - Math.floorMod(moment + offset(moment), length);
        }

        private int offset(long moment) {
            return rules.getOffset(Instant.ofEpochSecond(moment)).getTotalSeconds();
        }

        private boolean aligns(@Nullable ZoneOffsetTransition change) {
            return change != null && change.getDuration().getSeconds() % length != 0;
        }

        @Override
        public long startAt(long moment) {
            long start = aligned(moment);
            @Nullable ZoneOffsetTransition change = rules.previousTransition(Instant.ofEpochSecond(moment + 1));
            return aligns(change) ? Math.max(start, change.toEpochSecond()) : start;
        }

        @Override
        public long startAfter(long start) {
            long next = aligned(start) + length;
            @Nullable ZoneOffsetTransition change = rules.nextTransition(Instant.ofEpochSecond(start));
            return aligns(change) ? Math.min(next, change.toEpochSecond()) : next;
        }
    }

    /** From midnight to midnight. A day that does not exist has no window, and one that is begun is never left. */
    record OfDays(CalendarInterval calendar, ZoneId zone, TemporalUnit step) implements CalendarBoundaries {

        private LocalDate first(long moment) {
            LocalDate day = LocalDate.ofInstant(Instant.ofEpochSecond(moment), zone);
            CalendarUnit unit = calendar.unit();
            return switch (unit) {
                case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                case MONTH -> day.withDayOfMonth(1);
                case QUARTER -> day.with(IsoFields.DAY_OF_QUARTER, 1);
                case YEAR -> day.withDayOfYear(1);
                default -> day;
            };
        }

        private long midnight(LocalDate day) {
            return day.atStartOfDay(zone).toEpochSecond();
        }

        @Override
        public long startAt(long moment) {
            long start = midnight(first(moment));
            long next = startAfter(start);
            // Clocks that go back over midnight show the day before once more.
            while (next <= moment) {
                start = next;
                next = startAfter(start);
            }
            return start;
        }

        @Override
        public long startAfter(long start) {
            LocalDate day = first(start).plus(1, step);
            while (midnight(day) <= start) {
                day = day.plus(1, step);
            }
            return midnight(day);
        }
    }
}
