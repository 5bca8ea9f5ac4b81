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
    public void book(long now, RateLimit limit, long permits, long due) {
        if (due >= start + Micros.of(limit.interval())) {
            start = due;
            used = 0;
        }
        used += permits;
    }

    @Override
    public void giveBack(long now, RateLimit limit, long permits, long granted) {
        if (granted >= start && granted < start + Micros.of(limit.interval())) {
            used = Math.max(0, used - permits);
        }
    }

    @Override
    public void release(long now, RateLimit limit, long permits) {
        if (start <= now) {
            giveBack(now, limit, permits, now);
        }
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Math.max(now, used > 0 ? start + Micros.of(limit.interval()) : start);
    }
}
