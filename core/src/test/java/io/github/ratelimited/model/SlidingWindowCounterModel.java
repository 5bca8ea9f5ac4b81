package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.util.HashSet;
import java.util.Set;

final class SlidingWindowCounterModel extends ReferenceModel {

    private long start;
    private long previous;
    private long current;
    private long last;

    /** When what counts in the two windows was granted, as far as that is known. */
    private Set<Long> inPrevious = new HashSet<>();

    private Set<Long> inCurrent = new HashSet<>();

    /** Permits counted at a moment in the last booked window or later. */
    private Fraction estimate(long time, long interval) {
        long windows = Math.max(0, Math.floorDiv(time - start, interval));
        long before = windows == 0 ? previous : windows == 1 ? current : 0;
        long within = windows == 0 ? current : 0;
        Fraction share = Fraction.of(1).minus(Fraction.of(time - start - windows * interval, interval));
        return share.times(before).plus(within);
    }

    /** Within a window the estimate only falls, so the first moment is found by halving. */
    @Override
    public long due(long now, RateLimit limit, long permits) {
        long interval = Micros.of(limit.interval());
        Fraction free = Fraction.of(limit.rate() - permits);
        long from = Math.max(now, last);
        while (true) {
            long end = start + (Math.max(0, Math.floorDiv(from - start, interval)) + 1) * interval;
            if (estimate(end - 1, interval).compareTo(free) <= 0) {
                long low = from;
                long high = end - 1;
                while (low < high) {
                    long middle = (low + high) / 2;
                    if (estimate(middle, interval).compareTo(free) <= 0) {
                        high = middle;
                    } else {
                        low = middle + 1;
                    }
                }
                return low;
            }
            from = end;
        }
    }

    private void roll(long time, long interval) {
        long windows = Math.max(0, Math.floorDiv(time - start, interval));
        if (windows > 0) {
            previous = windows == 1 ? current : 0;
            current = 0;
            start += windows * interval;
            // Where a shorter interval has cut a window, some in it lie behind its end.
            boolean isCut = inCurrent.stream().anyMatch(moment -> moment >= start);
            inPrevious = isCut ? Set.of() : inCurrent;
            inCurrent = new HashSet<>();
        }
    }

    @Override
    public boolean isOverdrawn(long now, RateLimit limit) {
        Fraction whole = Fraction.of(limit.rate());
        return estimate(Math.max(now, last), Micros.of(limit.interval())).compareTo(whole) > 0;
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        roll(due, Micros.of(limit.interval()));
        if (previous == 0 && current == 0) {
            start = due;
            inPrevious = Set.of();
            inCurrent = new HashSet<>();
        }
        current += permits;
        inCurrent.add(due);
        last = due;
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        long before = previous + current;
        if (inCurrent.contains(granted)) {
            current = Math.max(0, current - back);
        } else if (inPrevious.contains(granted)) {
            previous = Math.max(0, previous - back);
        }
        return previous + current < before;
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        long interval = Micros.of(limit.interval());
        boolean idle = last <= now && now < start + interval && current > 0 && permits > 0;
        if (idle) {
            current = Math.max(0, current - permits);
        }
        return idle;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        long interval = Micros.of(limit.interval());
        long unused = current > 0 ? start + 2 * interval : previous > 0 ? start + interval : last;
        return Math.max(now, unused);
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        book(now, limit, permits, Math.max(now, last));
    }
}
