package io.github.ratelimited.model;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The window in force ends where it was to end when it was booked, or sooner where one of the limit's calendar begins. */
final class CalendarWindowModel extends ReferenceModel {

    private static final Map<CalendarInterval, PlainCalendar> CALENDARS = new HashMap<>();

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private long start = Long.MIN_VALUE / 4;
    private long end = Long.MIN_VALUE / 4;
    private long used;
    private long behind;
    private long clock;

    private static synchronized PlainCalendar plain(RateLimit limit) {
        Instant longAgo = Instant.EPOCH.plus(TestClock.START, ChronoUnit.MICROS).minus(Duration.ofDays(1_000));
        return CALENDARS.computeIfAbsent(
                Objects.requireNonNull(limit.calendar()), missing -> new PlainCalendar(missing, longAgo));
    }

    /** The window of a moment on the clock. */
    static Window window(RateLimit limit, long moment) {
        PlainCalendar plain = plain(limit);
        return new Window(
                Instant.EPOCH.plus(plain.at(moment), ChronoUnit.MICROS),
                Instant.EPOCH.plus(plain.after(moment), ChronoUnit.MICROS));
    }

    /** When the window begins that comes so many after that of a moment on the clock. */
    static long later(RateLimit limit, long moment, long windows) {
        long begins = moment;
        for (long i = 0; i < windows; i++) {
            begins = plain(limit).after(begins);
        }
        return begins;
    }

    @Override
    public long look(long moment) {
        long now = super.look(moment);
        clock = moment;
        behind = now - moment;
        return now;
    }

    @Override
    public long longestWait(RateLimit limit, long maxWait) {
        return Math.min(maxWait, SHORTEST.toNanos() / 1000);
    }

    private long endAfter(long moment, RateLimit limit) {
        return moment < 0 ? moment : plain(limit).after(moment - behind) + behind;
    }

    /** A store knows the calendar for this window and the two after it, and by the state's time it may have begun later. */
    private long end(RateLimit limit) {
        return start < later(limit, clock, 3) ? Math.min(end, endAfter(start + behind, limit)) : end;
    }

    @Override
    public long due(long now, RateLimit limit, long permits) {
        if (now >= end(limit)) {
            return now;
        }
        return used + permits <= limit.rate() ? Math.max(now, start) : end(limit);
    }

    @Override
    public boolean isOverdrawn(long now, RateLimit limit) {
        return used > limit.rate() && now < end(limit);
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        end = end(limit);
        if (due >= end) {
            start = due;
            end = endAfter(due, limit);
            used = 0;
        }
        used += permits;
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        return granted >= start && granted < end(limit) && less(back);
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        return start <= now && now < end(limit) && less(permits);
    }

    private boolean less(long permits) {
        long given = Math.min(used, permits);
        used -= given;
        return given > 0;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Math.max(now, used > 0 ? end(limit) : start);
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        end = end(limit);
        if (now >= end) {
            start = now;
            end = endAfter(now, limit);
            used = 0;
        }
        used += permits;
    }
}
