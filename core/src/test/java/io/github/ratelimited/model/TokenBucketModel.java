package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;

final class TokenBucketModel extends ReferenceModel {

    /** Less is rounding in what the model is compared with. */
    private static final Fraction LEAST_GIVEN = Fraction.of(1, 1_000_000_000);

    private static final Fraction NEVER = Fraction.of(Long.MAX_VALUE);

    private Fraction at = Fraction.ZERO;
    private Fraction used = Fraction.ZERO;
    private Fraction spaced = Fraction.ZERO;
    private long queueBurst;
    private long born = Long.MAX_VALUE;
    private long earlier;
    private Fraction low = NEVER;
    private long since;
    private Fraction least = NEVER;

    private Fraction used(Fraction time, Fraction spacing) {
        return used.minus(time.minus(at).dividedBy(spacing)).orZero();
    }

    private Fraction exactDue(long now, RateLimit limit, long permits) {
        Fraction from = Fraction.of(now).max(at);
        Fraction missing =
                used(from, spacing(limit)).plus(permits).minus(limit.burst()).orZero();
        return from.plus(missing.times(spacing(limit)));
    }

    @Override
    public long due(long now, RateLimit limit, long permits) {
        return exactDue(now, limit, permits).roundUp();
    }

    @Override
    public boolean isOverdrawn(long now, RateLimit limit) {
        return used(Fraction.of(now).max(at), spacing(limit)).compareTo(Fraction.of(limit.burst())) > 0;
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        boolean empty = at.compareTo(Fraction.of(now)) <= 0;
        boolean alike = spaced.compareTo(spacing(limit)) == 0
                && queueBurst == limit.burst()
                && used.compareTo(Fraction.of(limit.burst())) >= 0;
        add(now, limit, permits, exactDue(now, limit, permits));
        queueBurst = empty || alike ? limit.burst() : 0;
    }

    private void add(long now, RateLimit limit, long permits, Fraction time) {
        Fraction left = used(time, spacing(limit));
        if (born == Long.MAX_VALUE) {
            born = now - 1;
            earlier = born;
            since = born;
        } else {
            least = least.min(left);
            born = spaced.compareTo(spacing(limit)) == 0 ? born : at.roundUp() - 1;
        }
        spaced = spacing(limit);
        used = left.plus(permits);
        at = time;
    }

    /** What was not refilled since the grant or, if that is more, the least that was used since. */
    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        Fraction from = Fraction.of(now).max(at);
        if (born == Long.MAX_VALUE || granted <= born && granted <= earlier || granted > from.roundUp()) {
            return false;
        }
        Fraction fastest = spacing(limit).min(spaced);
        Fraction unfilled =
                granted > born ? Fraction.of(permits).minus(from.minus(granted).dividedBy(fastest)) : Fraction.ZERO;
        Fraction known = granted > since ? least : granted > earlier ? low.min(least) : Fraction.ZERO;
        Fraction given = Fraction.of(back).min(used(from, fastest)).min(known.max(unfilled));
        boolean gives = given.compareTo(LEAST_GIVEN) > 0;
        given = gives ? given : Fraction.ZERO;
        boolean last = at.compareTo(Fraction.of(now)) > 0 && at.roundUp() == granted;
        boolean whole = last
                && back == permits
                && used.compareTo(Fraction.of(limit.burst())) >= 0
                && spaced.compareTo(spacing(limit)) == 0
                && queueBurst == limit.burst();
        used = used.minus(given);
        least = least.minus(given).orZero();
        low = granted > since ? low : low.minus(given).orZero();
        if (whole) {
            Fraction before = Fraction.of(now).max(at.minus(spaced.times(permits)));
            used = used.plus(at.minus(before).dividedBy(spaced));
            at = before;
        }
        long time = Math.max(now, at.roundUp());
        boolean moves = time > since && 2 * granted >= time + since;
        if (moves) {
            earlier = since;
            low = least;
            since = time;
            least = NEVER;
        }
        return gives || moves;
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        Fraction released = used(Fraction.of(now), spacing(limit)).min(Fraction.of(permits));
        boolean idle = at.compareTo(Fraction.of(now)) <= 0 && released.compareTo(Fraction.ZERO) > 0;
        if (idle) {
            used = used.minus(released);
            low = low.minus(released).orZero();
            least = least.minus(released).orZero();
        }
        return idle;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return Fraction.of(now).max(at.plus(used.times(spacing(limit)))).roundUp();
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        Fraction from = Fraction.of(now).max(at);
        boolean idle = at.compareTo(Fraction.of(now)) <= 0;
        add(now, limit, permits, from);
        queueBurst = idle ? limit.burst() : 0;
    }
}
