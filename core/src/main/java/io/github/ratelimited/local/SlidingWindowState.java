package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;
import java.util.Arrays;

/**
 * Use of a {@code SLIDING_WINDOW}: the moments of grants and the total of permits before each, oldest first, in a ring.
 * Permits of one moment share an entry.
 */
final class SlidingWindowState extends UsageState {

    /** Beyond that the youngest entry counts for later grants as well, as if it were as young as they. */
    private static final int MOST_ENTRIES = 100_000;

    /** More entries than that are not changed when permits of an earlier one come back. */
    private static final int MOST_LATER = 1_000;

    private long[] times = new long[4];
    private long[] befores = new long[4];
    private int first;
    private int size;
    private long total;
    private long base;

    /** The longest interval that it granted under, and the last moment that it did. */
    private long longest;

    private long lastUnderLongest;

    private int place(int index) {
        return first + index & times.length - 1;
    }

    private long time(int index) {
        return times[place(index)];
    }

    private long before(int index) {
        return index < size ? befores[place(index)] : total;
    }

    private long last() {
        return time(size - 1);
    }

    /** How many entries lie at a moment or before it, searched from the oldest. */
    private int until(long moment) {
        return count(times, moment, 0);
    }

    /** How many numbers of the entries, of which some are known to be, are at most a bound: gallop, then halve. */
    private int count(long[] numbers, long bound, int known) {
        int low = known;
        int step = 1;
        while (low < size && numbers[place(Math.min(low + step, size) - 1)] <= bound) {
            low = Math.min(low + step, size);
            step *= 2;
        }
        int high = Math.min(low + step, size);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[place(middle)] <= bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int expired(long now, RateLimit limit) {
        return until(now - interval(limit));
    }

    /** The total before the entries that are left when some have gone. */
    private long baseAfter(int gone) {
        return gone == 0 ? base : before(gone);
    }

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        int gone = expired(now, limit);
        if (gone == size) {
            return 0;
        }
        long due = Math.max(now, last());
        long start = baseAfter(gone);
        long need = total - start + permits - limit.rate();
        if (need > 0) {
            int turn = need == 1 ? gone : count(befores, start + need - 1, gone) - 1;
            due = Math.max(due, time(turn) + interval(limit));
        }
        return due - now;
    }

    @Override
    boolean isOverdrawn(long now, RateLimit limit) {
        int gone = expired(now, limit);
        return gone < size && total - baseAfter(gone) > limit.rate();
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        add(now, limit, now + (long) wait, permits);
    }

    private void add(long now, RateLimit limit, long time, long permits) {
        long span = span(now, limit);
        if (size == MOST_ENTRIES) {
            span = interval(limit);
        }
        drop(until(now - span));
        if (span == interval(limit)) {
            longest = span;
            lastUnderLongest = time;
        }
        add(time, permits);
        written(now);
    }

    /** How long grants are kept: for as long as the longest interval that was used within its own length. */
    private long span(long now, RateLimit limit) {
        long interval = interval(limit);
        return longest > interval && lastUnderLongest + longest > now ? longest : interval;
    }

    private void drop(int gone) {
        base = baseAfter(gone);
        first = place(gone);
        size -= gone;
    }

    private void add(long time, long permits) {
        if (size == 0 || last() < time) {
            if (size == MOST_ENTRIES) {
                times[place(size - 1)] = time;
            } else {
                if (size == times.length) {
                    grow();
                }
                times[place(size)] = time;
                befores[place(size)] = total;
                size++;
            }
        }
        total += permits;
    }

    private void grow() {
        times = wider(times);
        befores = wider(befores);
        first = 0;
    }

    private long[] wider(long[] numbers) {
        long[] wider = Arrays.copyOfRange(numbers, first, first + 2 * numbers.length);
        System.arraycopy(numbers, 0, wider, numbers.length - first, first);
        return wider;
    }

    @Override
    long remaining(long now, RateLimit limit) {
        if (size > 0 && last() > now) {
            return 0;
        }
        return Math.max(0, limit.rate() - (total - baseAfter(expired(now, limit))));
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        return size == 0 ? 0 : Math.max(0, last() - now + interval(limit));
    }

    @Override
    double lasts(long now, RateLimit limit) {
        return Math.max(resetAfter(now, limit), size == 0 ? 0 : lastUnderLongest + longest - now);
    }

    @Override
    double giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        int place = granted > now - span(now, limit) ? until(granted) - 1 : -1;
        if (place < 0 || time(place) != granted || size - place - 1 > MOST_LATER) {
            return 0;
        }
        long held = before(place + 1) - Math.max(before(place), base);
        long given = Math.min(back, held);
        for (int later = place + 1; later < size; later++) {
            befores[place(later)] -= given;
        }
        total -= given;
        if (given == held) {
            remove(place);
        }
        written(now);
        forgetIfUnused();
        return given;
    }

    private void remove(int index) {
        for (int later = index + 1; later < size; later++) {
            times[place(later - 1)] = time(later);
            befores[place(later - 1)] = before(later);
        }
        size--;
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        int gone = until(now - span(now, limit));
        long start = baseAfter(gone);
        long released = Math.min(permits, before(Math.max(gone, until(now))) - start);
        if (released > 0) {
            drop(gone);
            base = start + released;
            int left = base == total ? size : count(befores, base, 0) - 1;
            first = place(left);
            size -= left;
            written(now);
            forgetIfUnused();
        }
    }

    @Override
    void lifted() {
        forgetIfUnused();
    }

    private void forgetIfUnused() {
        if (base == total) {
            size = 0;
            longest = 0;
            forget();
        }
    }

    @Override
    void charge(long now, RateLimit limit, long permits) {
        boolean isEmpty = expired(now, limit) == size;
        long used = isEmpty ? 0 : total - base;
        long counted = added(used, permits) - used;
        if (counted > 0) {
            add(now, limit, isEmpty ? now : Math.max(now, last()), counted);
        }
    }
}
