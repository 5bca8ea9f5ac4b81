package io.github.ratelimited.local;

import io.github.ratelimited.RateLimit;
import java.util.Arrays;

/** Use of a {@code SLIDING_WINDOW}: the moment of each grant, oldest first, in a ring. */
final class SlidingWindowState extends UsageState {

    private final long horizon;
    private long[] times = new long[4];
    private int first;
    private int size;

    SlidingWindowState(long horizon) {
        this.horizon = horizon;
    }

    private long time(int index) {
        return times[(first + index) & (times.length - 1)];
    }

    private long last() {
        return time(size - 1);
    }

    /** Farther ahead than anything can be reserved: the clock has stepped back. Moved, so that the wait has an end. */
    private boolean moveBack(long now) {
        long ahead = size == 0 ? 0 : last() - now - horizon;
        for (int i = 0; ahead > 0 && i < size; i++) {
            times[(first + i) & (times.length - 1)] -= ahead;
        }
        return ahead > 0;
    }

    /** How many grants lie at a moment or before it, looked for among the oldest first. */
    private int until(long moment) {
        int low = 0;
        int step = 1;
        while (low < size && time(Math.min(low + step, size) - 1) <= moment) {
            low = Math.min(low + step, size);
            step *= 2;
        }
        int high = Math.min(low + step, size);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (time(middle) <= moment) {
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

    @Override
    double waitFor(long now, RateLimit limit, long permits) {
        moveBack(now);
        long due = size == 0 ? now : Math.max(now, last());
        int expired = expired(now, limit);
        long index = size - expired + permits - limit.rate() - 1;
        if (index >= 0) {
            due = Math.max(due, time(expired + (int) index) + interval(limit));
        }
        return due - now;
    }

    @Override
    void book(long now, RateLimit limit, long permits, double wait) {
        drop(expired(now, limit));
        while (size + permits > times.length) {
            grow();
        }
        for (int i = 0; i < permits; i++) {
            times[(first + size++) & (times.length - 1)] = now + (long) wait;
        }
    }

    private void drop(int count) {
        first = (first + count) & (times.length - 1);
        size -= count;
    }

    private void grow() {
        long[] wider = new long[times.length * 2];
        for (int i = 0; i < size; i++) {
            wider[i] = time(i);
        }
        times = wider;
        first = 0;
    }

    @Override
    long remaining(long now, RateLimit limit) {
        moveBack(now);
        if (size > 0 && last() > now) {
            return 0;
        }
        return Math.max(0, limit.rate() - (size - expired(now, limit)));
    }

    @Override
    double resetAfter(long now, RateLimit limit) {
        moveBack(now);
        return size == 0 ? 0 : Math.max(0, last() - now + interval(limit));
    }

    @Override
    void giveBack(long now, RateLimit limit, long permits, long granted) {
        boolean held = !moveBack(now) && size > 0 && granted >= time(0) && granted <= last();
        int end = held ? until(granted) : 0;
        int from = end;
        while (from > 0 && end - from < permits && time(from - 1) == granted) {
            from--;
        }
        remove(from, end);
    }

    @Override
    void release(long now, RateLimit limit, long permits) {
        moveBack(now);
        int expired = expired(now, limit);
        drop(expired + (int) Math.min(permits, until(now) - expired));
    }

    private void remove(int from, int end) {
        long[] kept = new long[times.length];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (i < from || i >= end) {
                kept[count++] = time(i);
            }
        }
        times = Arrays.copyOf(kept, times.length);
        first = 0;
        size = count;
    }
}
