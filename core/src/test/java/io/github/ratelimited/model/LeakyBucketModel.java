package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;

final class LeakyBucketModel extends ReferenceModel {

    private Fraction last = Fraction.of(Long.MIN_VALUE / 4);

    @Override
    public long due(long now, RateLimit limit, long permits) {
        return Math.max(now, last.plus(spacing(limit).times(permits)).roundUp());
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        Fraction even = last.plus(spacing(limit).times(permits));
        last = even.compareTo(Fraction.of(due - 1)) > 0 ? even : Fraction.of(due);
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        boolean newest = back == permits && last.roundUp() == granted;
        if (newest) {
            last = last.minus(spacing(limit).times(permits));
        }
        return newest;
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        return false;
    }

    @Override
    public long remaining(long now, RateLimit limit) {
        return due(now, limit, 1) <= now ? 1 : 0;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Math.max(now, last.plus(spacing(limit)).roundUp());
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        last = last.plus(spacing(limit).times(permits)).max(Fraction.of(now));
    }
}
