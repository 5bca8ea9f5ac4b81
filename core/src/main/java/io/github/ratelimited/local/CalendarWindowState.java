package io.github.ratelimited.local;

import io.github.ratelimited.CalendarInterval;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.CalendarWindows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Use of a {@code CALENDAR_WINDOW}: the last used window and what is used in it, in the state's time. */
final class CalendarWindowState extends UsageState {

    private static final long NEVER = Long.MIN_VALUE / 4;

    /** How long a window is whose end is not known. */
    private static final long SHORTEST = 60_000_000;

    private long start = NEVER;
    private long end = NEVER;
    private long used;
    private @Nullable CalendarWindows known;

    private CalendarWindows windows(RateLimit limit) {
        CalendarInterval calendar = Objects.requireNonNull(limit.calendar());
        CalendarWindows windows = known;
        if (windows == null || !windows.calendar().equals(calendar) || !windows.startsWith(lockedAt())) {
            windows = CalendarWindows.at(calendar, lockedAt());
            known = windows;
        }
        return windows;
    }

    /** The window ends where it was to end when it was first used, or sooner where a window of the limit begins. */
    private long ends(long now, RateLimit limit) {
        // By the clock of then: that it has stepped back since the window began does not end it.
        return Math.min(end, endAfter(start, now, limit));
    }

    /** When the window of a moment on the clock ends, by the state's time. */
    private long endAfter(long moment, long now, RateLimit limit) {
        long next = windows(limit).endAfter(moment);
        return next == Long.MAX_VALUE ? next : next + now - lockedAt();
    }

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        long ends = ends(now, limit);
        if (ends <= now) {
            return 0;
        }
        return atLeastZero(used + permits <= limit.rate() ? start - now : ends - now);
    }

    @Override
    double waitAfter(long now, RateLimit limit, long permits, long ahead) {
        long turns = (permits + ahead - 1) / limit.rate();
        double wait = waitFor(now, limit, permits + ahead - turns * limit.rate());
        return windows(limit).later(lockedAt() + (long) wait, turns) - lockedAt();
    }

    @Override
    boolean isOverdrawn(long now, RateLimit limit) {
        return used > limit.rate() && ends(now, limit) > now;
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        long due = now + (long) wait;
        end = ends(now, limit);
        if (due >= end) {
            start = due;
            end = Math.min(endAfter(lockedAt() + (long) wait, now, limit), due + Long.MAX_VALUE / 4);
            end = end == due + Long.MAX_VALUE / 4 ? due + SHORTEST : end;
            used = 0;
        }
        used += permits;
        written(now);
    }

    @Override
    long remaining(long now, RateLimit limit) {
        if (ends(now, limit) <= now) {
            return limit.rate();
        }
        return start > now ? 0 : Math.max(0, limit.rate() - used);
    }

    @Override
    double lasts(long now, RateLimit limit) {
        return atLeastZero(ends(now, limit) - now);
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        return used > 0 ? lasts(now, limit) : atLeastZero(start - now);
    }

    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        boolean lost = granted > now && start <= now;
        return granted >= start && granted < ends(now, limit) && !lost ? less(now, back) : 0;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        if (start <= now && ends(now, limit) > now) {
            less(now, permits);
        }
    }

    private long less(long now, long permits) {
        long given = Math.min(used, permits);
        if (given > 0) {
            used -= given;
            written(now);
        }
        return given;
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        end = ends(now, limit);
        if (end <= now) {
            start = now;
            end = endAfter(lockedAt(), now, limit);
            used = 0;
        }
        used = added(used, permits);
        written(now);
    }
}
