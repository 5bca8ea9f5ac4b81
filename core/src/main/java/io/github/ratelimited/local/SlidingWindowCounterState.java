package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;

/** Use of a {@code SLIDING_WINDOW_COUNTER}: permits of the last used window and of the one before it. */
final class SlidingWindowCounterState extends UsageState {

    private record Window(double start, long previous, long current) {

        Window at(double time, long interval) {
            double ahead = Math.floor((time - start) / interval);
            return ahead <= 0 ? this : new Window(start + ahead * interval, ahead == 1 ? current : 0, 0);
        }

        Window moved(double age) {
            return new Window(start - age, previous, current);
        }

        double used(double time, long interval) {
            return previous * (1 + (start - time - SLACK) / interval) + current;
        }
    }

    private Window window = new Window(0, 0, 0);
    private double last;

    /** The moment, by the state's time, from which on grants are known to count in these two windows. */
    private long known;

    /** Now, or the last reserved moment where that lies ahead. */
    private double from(long now) {
        return Math.max(0, last - age(now));
    }

    private Window at(long now, double time, RateLimit limit) {
        return window.moved(age(now)).at(time, interval(limit));
    }

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        long interval = interval(limit);
        long free = limit.rate() - permits;
        double from = from(now);
        Window at = at(now, from, limit);
        while (true) {
            double due = Math.max(from, at.start);
            if (at.current <= free) {
                if (at.previous > free - at.current) {
                    double share = 1 - (double) (free - at.current) / at.previous;
                    due = Math.max(due, at.start + roundUp(interval * share));
                }
                if (due < at.start + interval) {
                    return due;
                }
            }
            at = new Window(at.start + interval, at.current, 0);
        }
    }

    @Override
    boolean isOverdrawn(long now, RateLimit limit) {
        double from = from(now);
        Window at = at(now, from, limit);
        return at.used(from, interval(limit)) > limit.rate() * (1 + ROUNDING);
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        Window before = window.moved(age(now));
        Window at = before.at(wait, interval(limit));
        boolean isUnused = at.previous == 0 && at.current == 0;
        if (isUnused) {
            known = now + (long) wait;
        } else if (at.start > before.start) {
            // Where the interval has become shorter, some in the window before may lie within this one.
            boolean isApart = last - age(now) < at.start;
            known = Math.max(known, now + (long) (isApart ? before.start : wait));
        }
        write(now, new Window(isUnused ? wait : at.start, at.previous, added(at.current, permits)), wait);
    }

    @Override
    long remaining(long now, RateLimit limit) {
        if (last - age(now) > 0) {
            return 0;
        }
        Window at = at(now, 0, limit);
        return (long) Math.max(0, Math.floor(limit.rate() - at.used(0, interval(limit))));
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        double age = age(now);
        long interval = interval(limit);
        if (window.current > 0) {
            return Math.max(0, window.start - age + 2 * interval);
        }
        return Math.max(0, window.previous > 0 ? window.start - age + interval : last - age);
    }

    /** Which window a grant counts in does not depend on its interval, which may be another than that of the windows. */
    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        double age = age(now);
        Window at = window.moved(age);
        double moment = granted - now;
        if (granted < known || moment > last - age) {
            return 0;
        }
        long current = moment < at.start ? 0 : Math.min(at.current, back);
        long previous = moment < at.start ? Math.min(at.previous, back) : 0;
        if (current + previous > 0) {
            write(now, new Window(at.start, at.previous - previous, at.current - current), last - age);
        }
        return current + previous;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        Window at = at(now, 0, limit);
        long released = last - age(now) <= 0 ? Math.min(at.current, permits) : 0;
        if (released > 0) {
            write(now, new Window(at.start, at.previous, at.current - released), last - age(now));
        }
    }

    private void write(long now, Window changed, double lastGrant) {
        window = changed;
        last = lastGrant;
        written(now);
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        book(now, limit, permits, from(now));
    }
}
