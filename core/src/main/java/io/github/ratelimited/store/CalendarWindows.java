package io.github.ratelimited.store;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.Decision.Window;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Windows of a calendar that follow each other: one, and the two after it. Moments are microseconds since the epoch.
 *
 * @param calendar what they are windows of
 * @param start first moment of the first
 * @param end first moment of the second
 * @param next first moment of the third
 * @param last first moment after the third
 */
public record CalendarWindows(CalendarInterval calendar, long start, long end, long next, long last) {

    /** They cost far more to compute than to look up, and stay the same for minutes or months. */
    private static final Map<CalendarInterval, CalendarWindows> LATEST = new ConcurrentHashMap<>();

    /** Applications have a handful. */
    private static final int MOST = 1_000;

    /**
     * {@return the three windows from a moment on}
     *
     * @param moment a moment in the first of them
     */
    public static CalendarWindows at(CalendarInterval calendar, long moment) {
        CalendarWindows latest = LATEST.get(calendar);
        if (latest != null && latest.startsWith(moment)) {
            return latest;
        }
        CalendarWindows windows = CalendarBoundaries.of(calendar).windowsAt(moment);
        if (LATEST.size() >= MOST) {
            LATEST.clear();
        }
        LATEST.put(calendar, windows);
        return windows;
    }

    /** Whether a moment lies in the first of them. */
    public boolean startsWith(long moment) {
        return start <= moment && moment < end;
    }

    /**
     * When a window ends that has begun at a moment.
     *
     * @param moment a moment in one of the windows, or before them
     * @return the first beginning of a window after it; {@link Long#MAX_VALUE} beyond those that are known
     */
    public long endAfter(long moment) {
        if (moment < end) {
            return moment < start ? start : end;
        }
        if (moment < next) {
            return next;
        }
        return moment < last ? last : Long.MAX_VALUE;
    }

    /**
     * When the window begins that comes so many after the one of a moment.
     *
     * @param moment a moment in one of the windows
     * @param windows how many windows later, 0 for the moment itself
     * @return the moment; beyond those that are known each is taken to be as long as the last
     */
    public long later(long moment, long windows) {
        long begins = moment;
        long left = windows;
        while (left > 0 && begins < last) {
            begins = endAfter(begins);
            left--;
        }
        return begins + left * (last - next);
    }

    /** {@return the first of them} */
    public Window window() {
        return new Window(instant(start), instant(end));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
