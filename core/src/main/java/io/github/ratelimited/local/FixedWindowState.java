package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;

/** Use of a {@code FIXED_WINDOW}: the last used window and what is used in it. */
final class FixedWindowState extends UsageState {

    private double start = Double.NEGATIVE_INFINITY;
    private long used;

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        double begins = start - age(now);
        double ends = begins + interval(limit);
        if (ends <= 0) {
            return 0;
        }
        return used + permits <= limit.rate() ? atLeastZero(begins) : ends;
    }

    @Override
    boolean isOverdrawn(long now, RateLimit limit) {
        return used > limit.rate() && start - age(now) + interval(limit) > 0;
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        start -= age(now);
        if (wait >= start + interval(limit)) {
            start = wait;
            used = 0;
        }
        used = added(used, permits);
        written(now);
    }

    @Override
    long remaining(long now, RateLimit limit) {
        double begins = start - age(now);
        if (begins > 0) {
            return 0;
        }
        return Math.max(0, limit.rate() - (begins + interval(limit) > 0 ? used : 0));
    }

    @Override
    double lasts(long now, RateLimit limit) {
        return atLeastZero(start - age(now) + interval(limit));
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        return used > 0 ? lasts(now, limit) : atLeastZero(start - age(now));
    }

    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        double begins = start - age(now);
        double into = granted - now - begins;
        boolean lost = granted > now && begins <= 0;
        return into >= 0 && into < interval(limit) && !lost ? less(now, begins, back) : 0;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        double begins = start - age(now);
        if (begins <= 0 && begins + interval(limit) > 0) {
            less(now, begins, permits);
        }
    }

    private long less(long now, double begins, long permits) {
        long given = Math.min(used, permits);
        if (given > 0) {
            start = begins;
            used -= given;
            written(now);
        }
        return given;
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        double begins = start - age(now);
        boolean over = begins + interval(limit) <= 0;
        start = over ? 0 : begins;
        used = added(over ? 0 : used, permits);
        written(now);
    }
}
