package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;

final class TokenBucketModel extends ReferenceModel {

    private Fraction at = Fraction.ZERO;
    private Fraction used = Fraction.ZERO;
    private RateLimit queuedUnder;

    private Fraction used(Fraction time, RateLimit limit) {
        return used.minus(time.minus(at).dividedBy(spacing(limit))).orZero();
    }

    private Fraction exactDue(long now, RateLimit limit, long permits) {
        Fraction from = Fraction.of(now).max(at);
        Fraction missing = used(from, limit).plus(permits).minus(limit.burst()).orZero();
        return from.plus(missing.times(spacing(limit)));
    }

    @Override
    public long due(long now, RateLimit limit, long permits) {
        return exactDue(now, limit, permits).roundUp();
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        Fraction exact = exactDue(now, limit, permits);
        boolean empty = at.compareTo(Fraction.of(now)) <= 0;
        queuedUnder = empty || limit.equals(queuedUnder) ? limit : null;
        used = used(exact, limit).plus(permits);
        at = exact;
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted) {
        if (at.compareTo(Fraction.of(now)) <= 0) {
            Fraction refilled = Fraction.of(Math.max(0, now - granted)).dividedBy(spacing(limit));
            used = used.minus(Fraction.of(permits).minus(refilled).orZero()).orZero();
            return true;
        }
        boolean last = at.roundUp() == granted;
        if (last) {
            boolean whole = limit.equals(queuedUnder) && used.compareTo(Fraction.of(limit.burst())) >= 0;
            Fraction before =
                    whole ? Fraction.of(now).max(at.minus(spacing(limit).times(permits))) : at;
            used = used.minus(permits)
                    .plus(at.minus(before).dividedBy(spacing(limit)))
                    .orZero();
            at = before;
        }
        return last;
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        boolean idle = at.compareTo(Fraction.of(now)) <= 0;
        if (idle) {
            used = used(Fraction.of(now), limit).minus(permits).orZero();
            at = Fraction.of(now);
        }
        return idle;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Fraction.of(now).max(at.plus(used.times(spacing(limit)))).roundUp();
    }

    @Override
    void moveBack(long micros) {
        at = at.minus(micros);
    }
}
