package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;

/** Use of a {@code TOKEN_BUCKET}: how many permits were used and not refilled at the last grant. */
final class TokenBucketState extends UsageState {

    /** Less is rounding. */
    private static final double LEAST_GIVEN = 1e-9;

    private double at;
    private double used;
    private double spaced;
    private long queueBurst;
    private long born;
    private long earlier;
    private double low = Double.POSITIVE_INFINITY;
    private long since;
    private double least = Double.POSITIVE_INFINITY;

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
    double waitAfter(long now, RateLimit limit, long permits, long ahead) {
        return waitFor(now, limit, permits + ahead);
    }

    @Override
    boolean isOverdrawn(long now, RateLimit limit) {
        double booked = at - age(now);
        double from = atLeastZero(booked);
        // The rounding of a long wait or a large bucket is no debt.
        double rounding = (SLACK + from * ROUNDING) / spacing(limit);
        return usedAt(from, booked, used, limit) > limit.burst() * (1 + ROUNDING) + rounding;
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        double booked = at - age(now);
        double left = usedAt(wait, booked, used, limit);
        queueBurst = isNow(booked) || isUnder(limit) && isFull(limit) ? limit.burst() : 0;
        note(now, left, limit);
        used = left + permits;
        at = wait;
        written(now);
    }

    /**
     * Records how much is used before more is. How much was refilled since an earlier grant is known no more where
     * the pace is another.
     */
    private void note(long now, double left, RateLimit limit) {
        if (spaced == 0) {
            born = now - 1;
            earlier = born;
            since = born;
        } else {
            least = Math.min(least, left);
            born = spaced == spacing(limit) ? born : now + roundUp(at - age(now)) - 1;
        }
        spaced = spacing(limit);
    }

    /** Who fills what another gave back in the middle leaves the queue no longer by all that they took. */
    private boolean isFull(RateLimit limit) {
        return used >= limit.burst() - LEAST_GIVEN;
    }

    private boolean isUnder(RateLimit limit) {
        return spaced == spacing(limit) && queueBurst == limit.burst();
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

    /**
     * What was not refilled since the grant or, if that is more, the least that was used since. That is known from two
     * moments on, which move on as permits come back, so that few come back from before them.
     */
    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        double booked = at - age(now);
        double from = atLeastZero(booked);
        long moment = granted - now;
        long last = roundUp(booked);
        if (spaced == 0 || granted <= born && granted <= earlier || moment > Math.max(0, last)) {
            return 0;
        }
        boolean whole = booked > SLACK && last == moment && back == permits && isFull(limit) && isUnder(limit);
        double given = permits;
        if (!whole) {
            double fastest = Math.min(spacing(limit), spaced);
            double known = granted > since ? least : granted > earlier ? Math.min(low, least) : 0;
            double unfilled = granted > born ? permits - (from - moment) / fastest : 0;
            given = Math.min(Math.min(back, used - (from - booked) / fastest), Math.max(known, unfilled));
        }
        boolean gives = given > LEAST_GIVEN;
        double left = booked;
        if (gives) {
            lower(given, granted);
        }
        if (whole) {
            left = atLeastZero(booked - permits * spaced);
            used += (booked - left) / spaced;
        }
        if (moveOn(granted, now + Math.max(0, roundUp(left))) || gives) {
            at = left;
            written(now);
        }
        return gives ? given : 0;
    }

    private void lower(double given, long granted) {
        used -= given;
        least = atLeastZero(least - given);
        low = granted > since ? low : atLeastZero(low - given);
    }

    private boolean moveOn(long granted, long time) {
        boolean moves = time > since && 2 * granted >= time + since;
        if (moves) {
            earlier = since;
            low = least;
            since = time;
            least = Double.POSITIVE_INFINITY;
        }
        return moves;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        double booked = at - age(now);
        double released = Math.min(usedAt(0, booked, used, limit), permits);
        if (isNow(booked) && released > 0) {
            at = booked;
            lower(released, 0);
            written(now);
        }
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        double booked = at - age(now);
        double from = atLeastZero(booked);
        double left = usedAt(from, booked, used, limit);
        note(now, left, limit);
        // Behind a queue it is no part of it.
        queueBurst = isNow(booked) ? limit.burst() : 0;
        used = Math.max(left, Math.min(left + permits, MOST_TIME / spacing(limit)));
        at = from;
        written(now);
    }
}
