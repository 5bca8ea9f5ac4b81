package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;

/** Use of a {@code LEAKY_BUCKET}: when the last departure was. */
final class LeakyBucketState extends UsageState {

    private double last = Double.NEGATIVE_INFINITY;

    private double taken(RateLimit limit, long permits) {
        return permits * (double) interval(limit) / limit.rate();
    }

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        return atLeastZero(last - age(now) + taken(limit, permits));
    }

    @Override
    double waitAfter(long now, RateLimit limit, long permits, long ahead) {
        return waitFor(now, limit, permits + ahead);
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        double even = last - age(now) + taken(limit, permits);
        long due = roundUp(wait);
        last = even > due - 1 + SLACK ? even : due;
        written(now);
    }

    @Override
    long remaining(long now, RateLimit limit) {
        return isNow(last - age(now) + spacing(limit)) ? 1 : 0;
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        return atLeastZero(last - age(now) + spacing(limit));
    }

    @Override
    double lasts(long now, RateLimit limit) {
        return atLeastZero(last - age(now) + interval(limit));
    }

    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        double departure = last - age(now);
        if (back < permits || departure == Double.NEGATIVE_INFINITY || now + roundUp(departure) != granted) {
            return 0;
        }
        last = departure - taken(limit, permits);
        written(now);
        return permits;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        // A call that left did leave.
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        last = Math.min(atLeastZero(last - age(now) + taken(limit, permits)), MOST_TIME);
        written(now);
    }
}
