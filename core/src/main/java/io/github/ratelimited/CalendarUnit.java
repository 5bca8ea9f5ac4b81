package io.github.ratelimited;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;

/** How long a window of the calendar is. */
public enum CalendarUnit {

    /** From one full minute to the next. */
    MINUTE(ChronoUnit.MINUTES),

    /** From one full hour to the next: an hour of elapsed time. */
    HOUR(ChronoUnit.HOURS),

    /** From midnight to midnight, which is 23 or 25 hours where clocks change. */
    DAY(ChronoUnit.DAYS),

    /** From Monday to Sunday. */
    WEEK(ChronoUnit.WEEKS),

    /** From the first of a month to its last day. */
    MONTH(ChronoUnit.MONTHS),

    /** From the first of January, April, July or October to the last day of the third month. */
    QUARTER(IsoFields.QUARTER_YEARS),

    /** From the first of January to the last of December. */
    YEAR(ChronoUnit.YEARS);

    private final TemporalUnit unit;

    CalendarUnit(TemporalUnit unit) {
        this.unit = unit;
    }

    /** The usual length, for people to read. */
    Duration nominal() {
        return unit.getDuration();
    }
}
