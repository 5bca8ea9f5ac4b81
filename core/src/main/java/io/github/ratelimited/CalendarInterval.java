package io.github.ratelimited;

import java.io.Serializable;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;

/**
 * The windows of a calendar, such as the months in Berlin. Immutable.
 *
 * @param unit how long a window is
 * @param zone time zone whose clocks and days count
 */
public record CalendarInterval(CalendarUnit unit, ZoneId zone) implements Serializable {

    public CalendarInterval {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(zone, "zone");
    }

    /** {@return the interval for a person to read, such as {@code month in Europe/Berlin}} */
    @Override
    public String toString() {
        return unit.name().toLowerCase(Locale.ROOT) + " in " + zone;
    }
}
