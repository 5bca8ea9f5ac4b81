package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;

/** Use of a {@code TOKEN_BUCKET}: how many permits were used and not refilled at the last booked grant. */
final class TokenBucketState extends UsageState {

    private double at;
    private double used;
    private double queueSpacing;
    private long burst;

    private double usedAt(double time, double at, double used, RateLimit limit) {
        return time == at ? used : atLeastZero(used - (time - at) / spacing(limit));
    }

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        double booked = at - age(now);
        double from = atLeastZero(booked);
        double missing = usedAt(from, booked, used, limit) + permits - limit.burst();
        return missing > 0 ? from + missing * spacing(limit) : from;
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        double booked = at - age(now);
        burst = isNow(booked) || isUnder(limit) ? limit.burst() : 0;
        queueSpacing = spacing(limit);
        used = usedAt(wait, booked, used, limit) + permits;
        at = wait;
        written(now);
    }

    private boolean isUnder(RateLimit limit) {
        return queueSpacing == spacing(limit) && burst == limit.burst();
    }

    @Override
    long remaining(long now, RateLimit limit) {
        double booked = at - age(now);
        if (!isNow(booked)) {
            return 0;
        }
        double free = limit.burst() - usedAt(0, booked, used, limit);
        return (long) atLeastZero(free + SLACK / spacing(limit));
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        return atLeastZero(at - age(now) + used * spacing(limit));
    }

    @Override
    void giveBack(long now, RateLimit limit, long permits, long granted) {
        double booked = at - age(now);
        if (!isNow(booked)) {
            giveBackReserved(now, limit, permits, granted, booked);
            return;
        }
        if (granted > now) {
            return;
        }
        double refilled = Math.max(0, now - granted) / spacing(limit);
        used = Math.max(0, used - Math.max(0, permits - refilled));
        at = booked;
        written(now);
    }

    /** Only the end of the queue can move; the queue moves up when all of it was booked under this limit. */
    private void giveBackReserved(long now, RateLimit limit, long permits, long granted, double booked) {
        if (now + roundUp(booked) != granted) {
            return;
        }
        boolean whole = isUnder(limit) && used >= limit.burst() - SLACK;
        at = whole ? Math.max(0, booked - permits * spacing(limit)) : booked;
        used = Math.max(0, used - permits + (booked - at) / spacing(limit));
        written(now);
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        double booked = at - age(now);
        if (isNow(booked)) {
            double left = usedAt(0, booked, used, limit);
            used = left - Math.min(left, permits);
            at = 0;
            written(now);
        }
    }
}
