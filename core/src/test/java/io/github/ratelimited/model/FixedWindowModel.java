package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;

final class FixedWindowModel extends ReferenceModel {

    private long start = Long.MIN_VALUE / 4;
    private long used;

    @Override
    public long due(long now, RateLimit limit, long permits) {
        long end = start + Micros.of(limit.interval());
        if (now >= end) {
            return now;
        }
        return used + permits <= limit.rate() ? Math.max(now, start) : end;
    }

    @Override
    public boolean isOverdrawn(long now, RateLimit limit) {
        return used > limit.rate() && now < start + Micros.of(limit.interval());
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        if (due >= start + Micros.of(limit.interval())) {
            start = due;
            used = 0;
        }
        used += permits;
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        boolean within = granted >= start && granted < start + Micros.of(limit.interval());
        return within && less(back);
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        return start <= now && now < start + Micros.of(limit.interval()) && less(permits);
    }

    private boolean less(long permits) {
        long given = Math.min(used, permits);
        used -= given;
        return given > 0;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Math.max(now, used > 0 ? start + Micros.of(limit.interval()) : start);
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        if (now >= start + Micros.of(limit.interval())) {
            start = now;
            used = 0;
        }
        used += permits;
    }
}
