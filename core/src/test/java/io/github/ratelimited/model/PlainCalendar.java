package io.github.ratelimited.model;

import io.github.ratelimited.CalendarInterval;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * When windows of a calendar begin, found by looking at a local clock and calendar every minute, or every quarter of an
 * hour where windows are longer than that: there a window begins where they show one that they have not shown before.
 * Windows of minutes and hours are looked for near the moment that is asked for, all others from the first look on.
 * Moments are microseconds since the epoch.
 */
public final class PlainCalendar {

    private static final long HOUR = 3_600_000_000L;

    private final CalendarInterval calendar;
    private final Duration step;
    private final boolean brief;

    /** What shows the same before and after it has shown nothing else meanwhile. */
    private final Duration leap;

    private final NavigableSet<Long> starts = new TreeSet<>();
    private Instant looked;
    private long shown;

    public PlainCalendar(CalendarInterval calendar, Instant from) {
        this.calendar = calendar;
        this.step = switch (calendar.unit()) {
            case MINUTE -> Duration.ofMinutes(1);
            default -> Duration.ofMinutes(15);
        };
        this.brief = switch (calendar.unit()) {
            case MINUTE, HOUR -> true;
            default -> false;
        };
        this.leap = switch (calendar.unit()) {
            case MINUTE, HOUR, DAY -> Duration.ZERO;
            default -> Duration.ofDays(2);
        };
        beginAt(from);
    }

    private void beginAt(Instant moment) {
        looked = moment.truncatedTo(ChronoUnit.HOURS);
        shown = shownAt(looked);
        starts.clear();
    }

    private boolean isNear(long moment) {
        return !starts.isEmpty() && starts.first() <= moment && moment - starts.last() < 3 * HOUR;
    }

    private long shownAt(Instant moment) {
        ZonedDateTime local = moment.atZone(calendar.zone());
        return switch (calendar.unit()) {
            case MINUTE -> elapsed(local, 60);
            case HOUR -> elapsed(local, 3600);
            case DAY -> local.toLocalDate().toEpochDay();
            case WEEK ->
                local.toLocalDate()
                        .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                        .toEpochDay();
            case MONTH -> local.getYear() * 12L + local.getMonthValue();
            case QUARTER -> local.getYear() * 4L + local.get(IsoFields.QUARTER_OF_YEAR);
            case YEAR -> local.getYear();
        };
    }

    private static long elapsed(ZonedDateTime local, long length) {
        long wall = local.toEpochSecond() + local.getOffset().getTotalSeconds();
        return Math.floorDiv(wall, length) * length - local.getOffset().getTotalSeconds();
    }

    private boolean isNew(long now) {
        return brief ? now != shown : now > shown;
    }

    /** The first beginning of a window after a moment. */
    public long after(long moment) {
        if (brief && !isNear(moment)) {
            beginAt(Instant.EPOCH.plus(moment - 3 * HOUR, ChronoUnit.MICROS));
        }
        while (starts.higher(moment) == null) {
            if (!leap.isZero() && shownAt(looked.plus(leap)) == shown) {
                looked = looked.plus(leap);
            }
            looked = looked.plus(step);
            long now = shownAt(looked);
            if (isNew(now)) {
                shown = now;
                starts.add(ChronoUnit.MICROS.between(Instant.EPOCH, looked));
            }
        }
        return starts.higher(moment);
    }

    /** The last beginning of a window at or before a moment; it has to lie well after the first look. */
    public long at(long moment) {
        after(moment);
        return starts.floor(moment);
    }
}
